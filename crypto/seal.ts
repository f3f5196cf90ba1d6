/** Sealing a vault to successors. */
import { inBatches } from './batches.ts';
import { wipe } from './bytes.ts';
import { requireLeft } from './decisions.ts';
import { entryKey as rawEntryKey } from './entry.ts';
import { sealEnvelope } from './envelope.ts';
import { newGeneration, type Recipient } from './generation.ts';
import { openSigningKeys } from './key-bundle.ts';
import { packageKeyOf, readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import { unwrapSecrets, type Vault } from './vault.ts';
import type { CryptoKey } from './web-crypto.ts';

export interface Envelope {
  entryId: string;
  envelope: string;
}

export interface SealedToSuccessors {
  /** Its `keyBundle` must be stored before shares and envelopes are sent. */
  vault: Vault;
  threshold: number;
  shares: { id: string; encryptedShare: string }[];
  /** Every envelope of the restricted successors. */
  assignments: { successorId: string; envelopes: Envelope[] }[];
}

/**
 * Seals everything again to exactly these successors, with secrets of a new generation. Threshold, restrictions and
 * lists are as the service states them, and must be as the owner decided them.
 *
 * @throws CryptoError `key_not_pinned`, `key_swapped` when the service names another key than the pinned one, or
 *   `decision_differs`
 * @throws RangeError when the threshold is not between 1 and the number of successors
 */
export async function sealToSuccessors(
  vault: Vault,
  to: { threshold: number; successors: readonly Recipient[] },
): Promise<SealedToSuccessors> {
  const { both, root, vaultKey } = await unwrapSecrets(vault);
  const used = [both];
  try {
    const signing = await openSigningKeys(vault.keyBundle, root);
    used.push(signing.mlDsa);
    const { userId, ownerKey, keyBundle } = vault;
    const sealer = { userId, ownerKey, former: keyBundle.signing.former, signing, vaultKey };
    const before = await readSuccessorKeys(vault);
    const { successorKeys, shares } = await newGeneration(sealer, before, to.threshold, to.successors);
    const sealed = await withSuccessorKeys(vault, successorKeys);
    const assignments = [];
    for (const { id, restricted, entries } of to.successors) {
      if (!restricted) continue;
      assignments.push({ successorId: id, envelopes: await sealEnvelopes(sealed, id, entries) });
    }
    return { vault: sealed, threshold: to.threshold, shares, assignments };
  } finally {
    wipe(...used);
  }
}

/**
 * Makes the envelopes that leave further entries to a successor to whom something was already sealed.
 *
 * @param left everything that is then left to them, which the owner must have decided
 * @throws CryptoError `not_sealed_to`, or `decision_differs` unless exactly `left` is left to them and includes these
 *   entries
 */
export async function sealEnvelopes(
  vault: Vault,
  successorId: string,
  entries: readonly { id: string; salt: string }[],
  left: readonly string[] = entries.map(({ id }) => id),
): Promise<Envelope[]> {
  const keys = await readSuccessorKeys(vault);
  const key = await packageKeyOf(keys, successorId);
  await requireLeft(keys, successorId, entries, left);
  const envelopes: Envelope[] = [];
  const sealing = inBatches(entries, (entry) => envelopeFor(vault, key, successorId, entry));
  for await (const envelope of sealing) envelopes.push(envelope);
  return envelopes;
}

/** The key of one entry, under the package key of one successor. */
export async function envelopeFor(
  vault: Vault,
  packageKey: CryptoKey,
  successorId: string,
  entry: { id: string; salt: string },
): Promise<Envelope> {
  const { id } = entry;
  const entryKey = await rawEntryKey(vault, entry);
  try {
    const bequest = { userId: vault.userId, successorId, entryId: id };
    return { entryId: id, envelope: await sealEnvelope(packageKey, bequest, entryKey) };
  } finally {
    wipe(entryKey);
  }
}
