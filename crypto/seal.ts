/** What an owner seals to successors. */
import { inBatches } from './batches.ts';
import { wipe } from './bytes.ts';
import { entryKey as rawEntryKey } from './entry.ts';
import { sealEnvelope } from './envelope.ts';
import { CryptoError } from './errors.ts';
import type { SuccessorKeys } from './formats.ts';
import { newGeneration, type Recipient } from './generation.ts';
import { packageKey } from './package.ts';
import { readBytes } from './parse.ts';
import { findPin } from './pins.ts';
import { readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import { keysOf, unwrapVaultKey, type Vault } from './vault.ts';
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
 * Seals everything anew to exactly these successors, with secrets of a new generation.
 *
 * @throws CryptoError `key_not_pinned`, or `key_swapped` when the service names another key than the pinned one
 * @throws RangeError when the threshold is not between 1 and the number of successors
 */
export async function sealToSuccessors(
  vault: Vault,
  to: { threshold: number; successors: readonly Recipient[] },
): Promise<SealedToSuccessors> {
  const { signing } = keysOf(vault);
  const vaultKey = await unwrapVaultKey(vault);
  try {
    const sealer = { userId: vault.userId, ownerKey: vault.ownerKey, signing, vaultKey };
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
    wipe(vaultKey);
  }
}

/**
 * Envelopes that leave further entries to a successor to whom something was already sealed.
 *
 * @throws CryptoError `not_sealed_to`
 */
export async function sealEnvelopes(
  vault: Vault,
  successorId: string,
  entries: readonly { id: string; salt: string }[],
): Promise<Envelope[]> {
  const key = await packageKeyOf(await readSuccessorKeys(vault), successorId);
  const envelopes: Envelope[] = [];
  const sealing = inBatches(entries, (entry) => envelopeFor(vault, key, successorId, entry));
  for await (const envelope of sealing) envelopes.push(envelope);
  return envelopes;
}

/** @throws CryptoError `not_sealed_to` */
export async function packageKeyOf(keys: SuccessorKeys, successorId: string): Promise<CryptoKey> {
  const ownSecret = findPin(keys, successorId)?.ownSecret;
  if (!ownSecret) throw new CryptoError('not_sealed_to');
  const own = readBytes(ownSecret, 'bundle_damaged');
  const quorum = keys.quorumSecret === null ? null : readBytes(keys.quorumSecret, 'bundle_damaged');
  try {
    return await packageKey(own, quorum);
  } finally {
    wipe(own, quorum ?? own);
  }
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
