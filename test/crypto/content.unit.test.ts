/** What our clients write into an entry. */
import { expect, test } from '@jest/globals';
import { readContent, writeContent } from '../../crypto/index.ts';
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

test.each([
  ['no JSON', 'content_unreadable'],
  ['[]', 'content_unreadable'],
  ['{}', 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, kind: 'song' }), 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, tags: [1] }), 'content_unreadable'],
  [JSON.stringify({ version: 1, ...CONTENT, fields: { a: 1 } }), 'content_unreadable'],
  [JSON.stringify({ version: 2 }), 'format_unknown'],
  [JSON.stringify(CONTENT), 'content_unreadable'],
])('%s is refused with %s', async (text, code) => {
  expect(await refusal(() => readContent(text))).toBe(code);
});
