import { expect, test } from '@jest/globals';
import { mailboxOf } from '../../db/mailbox.ts';

test.each([
  ['ada@example.test', 'ada@example.test'],
  ['ada+shop@example.test', 'ada@example.test'],
  ['ada+shop+2@example.test', 'ada@example.test'],
  // Elsewhere, dots tell people apart.
  ['a.da@example.test', 'a.da@example.test'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['a.da+shop@googlemail.com', 'ada@gmail.com'],
  ['ada@notgmail.com', 'ada@notgmail.com'],
  // With nothing before the plus sign, the whole is one mailbox.
  ['+shop@example.test', '+shop@example.test'],
])('%s leads to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
