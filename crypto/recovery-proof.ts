/**
 * The key that proves the recovery code to the service. It comes from the root secret and signs nothing else, so
 * archived bundles don't have to hold the owner's signing key for it.
 */
import { wipe } from './bytes.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import { publicKeyOf } from './signing.ts';
import type { Bytes } from './web-crypto.ts';

/** The seed of that key. The caller wipes it. */
export const proofSeed = async (root: Bytes): Promise<Bytes> =>
  deriveBytes(await baseKey(root), 'recovery-proof-v2');

/** The public key with which the service checks proofs. */
export async function proofKey(root: Bytes): Promise<Bytes> {
  const seed = await proofSeed(root);
  try {
    return await publicKeyOf(seed);
  } finally {
    wipe(seed);
  }
}
