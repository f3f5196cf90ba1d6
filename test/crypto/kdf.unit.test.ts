/** From a password to the key that logs in, checked against Node's Argon2id. */
import { argon2Sync, createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { deriveBytes } from '../../crypto/hkdf.ts';
import { KDF_V1, prepareLogIn } from '../../crypto/index.ts';
import { refusal } from './refusals.ts';
import { hkdf } from './with-node.ts';

const master = (password: string, address: string, kdf = KDF_V1) =>
  argon2Sync('argon2id', {
    message: password,
    nonce: createHash('sha256').update(`vault-v1${address}`).digest().subarray(0, 16),
    memory: kdf.memoryKiB,
    passes: kdf.passes,
    parallelism: kdf.parallelism,
    tagLength: 32,
  });

test('a password gives the keys of docs/crypto.md, however it and the address are typed', async () => {
  const composed = 'gr\u00fc\u00dfe';
  const decomposed = 'gru\u0308\u00dfe';
  const expected = master(composed, 'ada@example.org');
  for (const [email, password] of [
    ['ada@example.org', composed],
    ['  Ada@Example.ORG ', decomposed],
  ] as const) {
    const logIn = await prepareLogIn({ email, password, kdf: KDF_V1 });
    expect(logIn.email).toBe('ada@example.org');
    expect(logIn.password).toBe(hkdf(expected, 'auth').toString('base64'));
    expect(Buffer.from(await deriveBytes(logIn.master, 'kek'))).toEqual(hkdf(expected, 'kek'));
    expect(logIn.master.extractable).toBe(false);
  }
});

test('the keys depend on the parameters, not on the number of their version', async () => {
  const kdf = { version: 7, name: 'argon2id', memoryKiB: 70_000, passes: 4, parallelism: 1 } as const;
  const { password } = await prepareLogIn({ email: 'ada@example.org', password: 'correct horse', kdf });
  const expected = hkdf(master('correct horse', 'ada@example.org', kdf), 'auth');
  expect(password).toBe(expected.toString('base64'));
});

test.each([
  [{ memoryKiB: 65_535 }, 'kdf_too_weak'],
  [{ passes: 2 }, 'kdf_too_weak'],
  [{ parallelism: 0 }, 'kdf_too_weak'],
  [{ memoryKiB: 1_048_577 }, 'kdf_too_costly'],
  [{ passes: 21 }, 'kdf_too_costly'],
  [{ parallelism: 17 }, 'kdf_too_costly'],
  [{ name: 'argon2d' }, 'format_unknown'],
  [{ memoryKiB: '65536' }, 'format_unknown'],
  [{ passes: Number.NaN }, 'format_unknown'],
  [{ memoryKiB: 65_536.5 }, 'format_unknown'],
] as const)('a service that asks for %j is refused with %s', async (asked, code) => {
  const kdf = { ...KDF_V1, ...asked } as typeof KDF_V1;
  const attempt = () => prepareLogIn({ email: 'ada@example.org', password: 'correct horse', kdf });
  expect(await refusal(attempt)).toBe(code);
});
