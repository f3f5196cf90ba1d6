/** Proves the recovery code to the service, which never learns it, with a signature by a key that the code unlocks. */
import { toBase64 } from './base64.ts';
import { concat, utf8, wipe } from './bytes.ts';
import { readCode } from './codes.ts';
import { CryptoError } from './errors.ts';
import type { FullBundle } from './formats.ts';
import { openWithRecoveryKey, recoveryKeyOf } from './key-bundle.ts';
import { proofSeed } from './recovery-proof.ts';
import { ed25519Key, sign } from './signing.ts';

/** The part of a key bundle that a recovery code opens. */
export interface RecoverableKey {
  vaultKey: Pick<FullBundle['vaultKey'], 'recovery'>;
}

/**
 * Signs for the removal of a second factor, with the key of the newest bundle that the recovery code opens.
 *
 * @param keys what `POST /auth/2fa/removal/keys` returned
 * @param token from the link in the email
 * @returns base64
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`; `wrong_recovery_code` if it opens none
 */
export async function proveRecoveryCode(
  keys: readonly RecoverableKey[],
  typed: string,
  token: string,
): Promise<string> {
  const code = await readCode('recovery-code-v1', typed);
  const recoveryKey = await recoveryKeyOf(code);
  wipe(code);
  try {
    for (const each of keys) {
      const seed = await seedIn(each, recoveryKey);
      if (!seed) continue;
      try {
        const message = concat(utf8('second-factor-removal-v2'), utf8(token));
        return toBase64(await sign(await ed25519Key(seed), message));
      } finally {
        wipe(seed);
      }
    }
    throw new CryptoError('wrong_recovery_code');
  } finally {
    wipe(recoveryKey);
  }
}

/** Null where the code doesn't open the key: a thief may have stored anything. */
async function seedIn(key: RecoverableKey, recoveryKey: Parameters<typeof openWithRecoveryKey>[1]) {
  try {
    const { root, both } = await openWithRecoveryKey(key, recoveryKey);
    try {
      return await proofSeed(root);
    } finally {
      wipe(both);
    }
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
