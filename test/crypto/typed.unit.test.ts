/** What people type is read the same in every language: by the lists of docs/crypto.md. */
import { expect, test } from '@jest/globals';
import { normalAddress, withoutSeparators } from '../../crypto/typed.ts';

/** Each character that JavaScript's expression matches. */
const matching = (expression: RegExp): string[] =>
  Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((each) =>
    expression.test(each),
  );

test.each([
  ['white space', /\s/],
  ['hyphen, dash or minus', /[\u002d\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/],
])('every %s may separate the groups of a code', (_, expression) => {
  const separators = matching(expression);
  expect(withoutSeparators(`A${separators.join('B')}C`)).toBe(`A${'B'.repeat(separators.length - 1)}C`);
});

test('no other character is dropped from a code', () => {
  const others = matching(/[^\s\u002d\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/).join('');
  expect(withoutSeparators(others)).toBe(others);
});

test('only the letters of ASCII in an address have lower case', () => {
  expect(normalAddress('\u00a0 Ada.LOVELACE@Example.org\ufeff')).toBe('ada.lovelace@example.org');
  expect(normalAddress('İSTANBUL@EXAMPLE.ORG')).toBe('İstanbul@example.org');
});
