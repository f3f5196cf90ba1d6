import { expect, test } from '@jest/globals';
import { leakFinder } from '../../scripts/test/leaks.ts';

const TOKEN = 'abcDEF123_-'.repeat(4);
const leaks = leakFinder({
  addresses: new Set(['Ada@example.test']),
  tokens: new Set([TOKEN]),
  names: ['Ada Lovelace (the first)'],
  ciphertext: 'sealed words',
});

test.each([
  ['{"to":"ada@example.test"}', ['an address']],
  [`/respond?token=${TOKEN}.signature`, ['a token']],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x', ['a JSON Web Token']],
  ['Hello Ada Lovelace (the first),', ['a name']],
  ...[0, 1, 2].map((n): [string, string[]] => [
    Buffer.from(`${'x'.repeat(n)}sealed words.`).toString('base64'),
    ['ciphertext'],
  ]),
])('is found in %s', (text, found) => {
  expect(leaks(text)).toEqual(found);
});

test('nothing is found in harmless text', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  expect(leaks(`switch/${id} armed bob@example.test Ada ${'z'.repeat(50)}`)).toEqual([]);
});
