/** The search finds a secret in any form: otherwise, finding nothing would prove nothing. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { found } from '../../dev/secret-search.ts';

const look = (value: string | Uint8Array, text: string) =>
  found([{ what: 'it', value }], [{ name: 'there', texts: ['nothing', text] }]);

test.each([
  ['as it is', 'the safe: "27-04"', (secret: Buffer) => `…${secret}…`],
  ['in JSON', 'the safe: "27-04"', (secret: Buffer) => JSON.stringify({ note: `${secret}` })],
  ['in hexadecimal', randomBytes(32), (secret: Buffer) => `\\x00${secret.toString('hex')}ff`],
  [
    'in upper-case hexadecimal',
    randomBytes(32),
    (secret: Buffer) => `${secret.toString('hex').toUpperCase()}`,
  ],
  ['in base64', randomBytes(32), (secret: Buffer) => secret.toString('base64')],
  [
    'in base64 of something longer',
    randomBytes(32),
    (secret: Buffer) => longer(secret, 1).toString('base64'),
  ],
  ['one byte further on', randomBytes(32), (secret: Buffer) => longer(secret, 2).toString('base64')],
  ['in base64url', Buffer.alloc(32, 0xfb), (secret: Buffer) => longer(secret, 1).toString('base64url')],
])('a secret is found %s', (_how, secret, hide) => {
  expect(look(secret, hide(Buffer.from(secret as Uint8Array)))).toEqual(['it in there']);
});

test('another secret is not found', () => {
  expect(look(randomBytes(32), randomBytes(3_000).toString('base64'))).toEqual([]);
});

const longer = (secret: Buffer, before: number) =>
  Buffer.concat([randomBytes(before), secret, randomBytes(5)]);
