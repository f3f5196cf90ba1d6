/** What our clients write into an entry. */
import { expect, test } from '@jest/globals';
import { type AttachedFile, MOST_FILES, readContent, writeContent } from '../../crypto/index.ts';
import { refusal } from './refusals.ts';

const CONTENT = {
  kind: 'login',
  title: 'Bank',
  category: 'Money',
  tags: ['joint account'],
  fields: { username: 'ada', password: 'enigma' },
} as const;

test('content comes back as it was written', () => {
  expect(readContent(writeContent({ ...CONTENT, tags: [...CONTENT.tags] }))).toEqual({
    version: 1,
    ...CONTENT,
  });
});

test('half of a surrogate pair is replaced wherever it stands, so that every language can read the content', () => {
  const half = '\ud83c';
  const intact = '🗝 \\ud83c "\\\\" \n';
  const fields = { [`pin ${half}`]: intact, other: half };
  const written = writeContent({ ...CONTENT, title: `a${half}`, tags: [half], fields });
  expect(readContent(written)).toMatchObject({
    title: 'a\ufffd',
    tags: ['\ufffd'],
    fields: { 'pin \ufffd': intact, other: '\ufffd' },
  });
});

const OTHER_ID = '01910000-0000-7000-8000-000000000002';

const FILE: AttachedFile = {
  id: '01910000-0000-7000-8000-000000000001',
  name: 'Großvater erzählt.mp4',
  type: 'video/mp4',
  size: 2_000_000_000,
  sha256: '0a'.repeat(32),
  identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
};

const withFiles = (...files: unknown[]): string => JSON.stringify({ version: 1, ...CONTENT, files });

test('the files of an entry come back as they were written', () => {
  const files = [FILE, { ...FILE, id: FILE.id.replace(/1$/, '2'), type: '' }];
  expect(readContent(writeContent({ ...CONTENT, tags: [...CONTENT.tags], files })).files).toEqual(files);
});

test('the media type of a file has up to 127 characters on each side of the slash', async () => {
  const longest = `${'a'.repeat(127)}/${'x'.repeat(127)}`;
  expect(readContent(withFiles({ ...FILE, type: longest })).files).toHaveLength(1);
  for (const type of [`a${longest}`, `${longest}x`, 'video/', 'VIDEO/mp4'])
    expect(await refusal(() => readContent(withFiles({ ...FILE, type })))).toBe('content_unreadable');
});

test('an entry may have more files than clients give it today: a later client may have added them', () => {
  const files = Array.from({ length: MOST_FILES + 1 }, (_, i) => ({
    ...FILE,
    id: FILE.id.replace(/.{3}$/, String(i).padStart(3, '0')),
  }));
  expect(readContent(withFiles(...files)).files).toHaveLength(MOST_FILES + 1);
});

test.each<[string, unknown]>([
  ['twice the same file', { ...FILE, name: 'other' }],
  ['no file', null],
  ['an ID in upper case', { ...FILE, id: FILE.id.toUpperCase().replace('0', 'A') }],
  ...['', '.', '..', '../x', 'a/b', 'a\\b', 'a\nb', 'a\u0000', 'a\u2028b', 'a'.repeat(256)].map(
    (name): [string, unknown] => [
      `the name ${JSON.stringify(name.slice(0, 8))}`,
      { ...FILE, id: OTHER_ID, name },
    ],
  ),
  ['an invalid type', { ...FILE, id: OTHER_ID, type: 'text/html; charset=utf-8' }],
  ['a size below zero', { ...FILE, id: OTHER_ID, size: -1 }],
  ['a short hash', { ...FILE, id: OTHER_ID, sha256: '0a' }],
  ['a recipient instead of an identity', { ...FILE, id: OTHER_ID, identity: `age1${'q'.repeat(58)}` }],
  ['no identity', { ...FILE, id: OTHER_ID, identity: undefined }],
])('content with %s among its files is refused', async (_, file) => {
  expect(await refusal(() => readContent(withFiles(FILE, file)))).toBe('content_unreadable');
});

test('files that are not a list are refused', async () => {
  const text = JSON.stringify({ version: 1, ...CONTENT, files: { 0: FILE } });
  expect(await refusal(() => readContent(text))).toBe('content_unreadable');
});

test('content says which fields it covers', () => {
  const card = { ...CONTENT, kind: 'card', tags: [], fields: { Lock: '1842' }, hidden: ['Lock'] } as const;
  const written = { ...card, tags: [], hidden: [...card.hidden] };
  expect(readContent(writeContent(written))).toEqual({ version: 1, ...written });
});

test.each([
  ['no JSON', 'content_unreadable'],
  ['[]', 'content_unreadable'],
  ['{}', 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, kind: 'song' }), 'format_unknown'],
  [JSON.stringify({ version: 1, ...CONTENT, tags: [1] }), 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, fields: { a: 1 } }), 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, hidden: 'PIN' }), 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, hidden: [1] }), 'content_unreadable'],
  [JSON.stringify({ version: 2 }), 'format_unknown'],
  [JSON.stringify(CONTENT), 'content_unreadable'],
])('%s is refused with %s', async (text, code) => {
  expect(await refusal(() => readContent(text))).toBe(code);
});
