/** Texts of entries as our clients write them, and others that they refuse. */
import { flagged, refused, type Vector, valid } from './vector.ts';

const CONTENT = {
  version: 1,
  kind: 'login',
  title: 'Bank',
  category: '',
  tags: ['money'],
  fields: { username: 'ada', PIN: '1234' },
  hidden: ['PIN'],
};

const FILE = {
  id: '0193a5b0-7c00-7000-8000-0000000000f1',
  name: 'film.mp4',
  type: 'video/mp4',
  size: 1,
  sha256: '0a'.repeat(32),
  identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
};

export function contents(): Vector[] {
  const read = (name: string, content: object) =>
    valid(name, 'readContent', { text: JSON.stringify(content) }, content as Record<string, unknown>);
  const unreadable = (name: string, change: object, code = 'content_unreadable') =>
    refused(name, 'readContent', { text: JSON.stringify({ ...CONTENT, ...change }) }, code);
  const ofType = (type: string) => ({ ...CONTENT, files: [{ ...FILE, type }] });
  const [longest, symbols] = [`${'a'.repeat(127)}/${'9'.repeat(127)}`, 'a/!#$&^_.+-'];
  return [
    read('content with fields, and one of them hidden', CONTENT),
    read('content with a file', { ...CONTENT, files: [FILE] }),
    read('a file of no type', ofType('')),
    read('a media type of 127 characters on each side', ofType(longest)),
    read('a media type with each character that is no letter or digit', ofType(symbols)),
    unreadable('a media type of 128 characters on the left', ofType(`a${longest}`)),
    unreadable('a media type of 128 characters on the right', ofType(`${longest}9`)),
    unreadable('a media type in upper case', ofType('Video/mp4')),
    unreadable('a media type with a parameter', ofType('text/html; charset=utf-8')),
    unreadable('content with the same file twice', { files: [FILE, { ...FILE, name: 'other' }] }),
    unreadable('a file whose name leads elsewhere', { files: [{ ...FILE, name: '../film.mp4' }] }),
    unreadable('content of a kind that is no text', { kind: null }),
    unreadable('content with a field that is no text', { fields: { PIN: 1234 } }),
    ...flagged('Version', [
      unreadable('content of a later version', { version: 2 }, 'format_unknown'),
      unreadable('content of a later kind', { kind: 'song' }, 'format_unknown'),
      unreadable('content without a version', { version: undefined }),
    ]),
    ...flagged('UnknownMember', [read('content with another member', { ...CONTENT, colour: 'green' })]),
  ];
}
