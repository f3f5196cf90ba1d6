import { expect, test } from '@jest/globals';
import { safePath } from '../../web/session/safe-path.ts';

const OURS = 'https://vault.test';

test.each(['/', '/vault', '/vault/settings?a=1#b', '/unlock?next=%2Fvault'])('%s is ours', (next) => {
  expect(safePath(next, OURS)).toBe(next);
});

test.each([
  null,
  '',
  'vault',
  'https://vault.test/vault',
  '//evil.test',
  '//evil.test/vault',
  '/\\evil.test/vault',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n\\evil.test',
  '/\r//evil.test',
  '/..//evil.test',
  '//[',
  'javascript:alert(1)',
])('%j leads to the first page', (next) => {
  expect(safePath(next, OURS)).toBe('/');
});
