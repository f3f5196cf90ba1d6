/** Codes of authenticator apps, against the vectors of RFC 6238. */
import { expect, test } from '@jest/globals';
import { readTotp, totpCode } from '../../client/totp.ts';

const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
};

const DIGITS = '1234567890';
/** RFC 6238, appendix B: each hash with a secret of its own length. */
const SECRETS = { SHA1: 20, SHA256: 32, SHA512: 64 };

test.each([
  ['SHA1', 59, '94287082'],
  ['SHA256', 59, '46119246'],
  ['SHA512', 59, '90693936'],
  ['SHA1', 1111111109, '07081804'],
  ['SHA256', 1111111109, '68084774'],
  ['SHA512', 1111111109, '25091201'],
  ['SHA1', 1111111111, '14050471'],
  ['SHA256', 1111111111, '67062674'],
  ['SHA512', 1111111111, '99943326'],
  ['SHA1', 1234567890, '89005924'],
  ['SHA256', 1234567890, '91819424'],
  ['SHA512', 1234567890, '93441116'],
  ['SHA1', 2000000000, '69279037'],
  ['SHA256', 2000000000, '90698825'],
  ['SHA512', 2000000000, '38618901'],
  ['SHA1', 20000000000, '65353130'],
  ['SHA256', 20000000000, '77737706'],
  ['SHA512', 20000000000, '47863826'],
] as const)('%s at %i seconds gives %s', async (algorithm, seconds, code) => {
  const secret = base32(DIGITS.repeat(7).slice(0, SECRETS[algorithm]));
  const settings = readTotp(`otpauth://totp/Ada?secret=${secret}&algorithm=${algorithm}&digits=8`);
  expect(settings && (await totpCode(settings, seconds * 1_000))).toBe(code);
});

test('a secret is read as people copy it: in groups, in small letters, with padding', async () => {
  const plain = readTotp('GEZDGNBVGY3TQOJQ');
  expect(plain).toMatchObject({ hash: 'SHA-1', digits: 6, period: 30 });
  for (const written of ['gezd gnbv gy3t qojq', 'GEZD-GNBV-GY3T-QOJQ', 'GEZDGNBVGY3TQOJQ===='])
    expect(readTotp(written)).toEqual(plain);
});

test.each([
  '',
  'not base32!',
  'otpauth://hotp/Ada?secret=GEZDGNBVGY3TQOJQ&counter=1',
  'steam://ABCDEF',
  'otpauth://totp/Ada?secret=GEZDGNBVGY3TQOJQ&encoder=steam',
  'A',
])('there is no code for "%s"', (text) => {
  expect(readTotp(text)).toBeNull();
});
