/** A rehearsal: a sample that a successor opens with their kit alone, and that reveals nothing of the vault. */

import { aeadKey } from './aead.ts';
import { toBase64 } from './base64.ts';
import { random, wipe } from './bytes.ts';
import { sealUnder } from './entry.ts';
import { sealEnvelope } from './envelope.ts';
import type { SealedEntry } from './formats.ts';
import { certificatesFor } from './generation.ts';
import { openSigningKeys } from './key-bundle.ts';
import { packageKey, sealPackage } from './package.ts';
import { SECRET_BYTES } from './package-format.ts';
import { requirePin } from './pins.ts';
import { readSuccessorKeys } from './successor-keys.ts';
import { unwrapSecrets, type Vault } from './vault.ts';

const SALT_BYTES = 16;

export interface SealedRehearsal {
  entry: SealedEntry & { envelope: string };
  encryptedShare: string;
}

/**
 * Seals one harmless text to a successor, under secrets that are used for nothing else.
 *
 * @throws CryptoError `key_not_pinned` or `key_swapped`
 */
export async function sealRehearsal(
  vault: Vault,
  successor: { id: string; publicKey: string | null },
  text: string,
): Promise<SealedRehearsal> {
  const { userId, ownerKey } = vault;
  const keys = await readSuccessorKeys(vault);
  const { publicKey, pin } = await requirePin(keys, successor);
  const { former } = vault.keyBundle.signing;
  const certificates = await certificatesFor({ ownerKey, former }, pin);
  const { both, root } = await unwrapSecrets(vault);
  const ownSecret = random(SECRET_BYTES);
  const entryKey = random(SECRET_BYTES);
  const id = crypto.randomUUID();
  const used = [both, ownSecret, entryKey];
  try {
    const signing = await openSigningKeys(vault.keyBundle, root);
    used.push(signing.mlDsa);
    const sample = { id, text, salt: random(SALT_BYTES) };
    const bequest = { userId, successorId: successor.id, entryId: id };
    return {
      entry: {
        ...(await sealUnder(await aeadKey(entryKey), vault, sample, 'rehearsal-entry')),
        envelope: await sealEnvelope(await packageKey(ownSecret, null), bequest, entryKey),
      },
      encryptedShare: await sealPackage(signing, publicKey, {
        version: 1,
        purpose: 'rehearsal',
        userId,
        successorId: successor.id,
        ownerKey,
        certificates,
        generation: keys.generation,
        threshold: 1,
        holders: [],
        ownSecret: toBase64(ownSecret),
        share: null,
        vaultKey: null,
      }),
    };
  } finally {
    wipe(...used);
  }
}
