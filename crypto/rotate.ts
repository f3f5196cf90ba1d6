/** Rotation: a new vault key, and everything sealed again under it, in one request. */
import { inBatches } from './batches.ts';
import { wipe } from './bytes.ts';
import { withoutKeys } from './decisions.ts';
import { resealEntry } from './entry.ts';
import { CryptoError } from './errors.ts';
import type { SealedEntry } from './formats.ts';
import { newGeneration, type Recipient } from './generation.ts';
import { openSigningKeys, replaceVaultKey } from './key-bundle.ts';
import { envelopeFor } from './seal.ts';
import { findPin, packageKeyOf, readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import { unwrapSecrets, type Vault } from './vault.ts';

/** An entry as the service has it. The new one replaces exactly this version. */
export type VersionedEntry = SealedEntry & { version: number };

export interface Rotation {
  /** The version of the key bundle that the new one replaces. */
  keyBundleVersion: number;
  /** All that the vault holds. */
  entries: Iterable<VersionedEntry> | AsyncIterable<VersionedEntry>;
  entryCount: number;
  threshold: number;
  /** The successors who remain. */
  successors: readonly Recipient[];
  /** Successors whose kit is still to be compared. If they are out only until then, their decisions stay. */
  awaited?: readonly string[];
  /** Replaces the signing keys too, and signs every entry of theirs again. */
  newSigner?: boolean;
  onProgress?(done: number, total: number): void;
}

/**
 * Gives the vault a new key, and seals everything again, also to the remaining successors. The others lose their pins,
 * except for the decisions about those who are `awaited`. The vault passed in stays usable: if the lines don't all
 * arrive, nothing has changed.
 *
 * @returns the vault as it is once the service has taken all `lines`, and these lines: NDJSON, each with its line end.
 *   They are made while they are read, so that a large vault is never in memory at once, and can be read only once
 * @throws CryptoError `key_not_pinned`, `key_swapped`, `decision_differs`; while reading the lines `entry_refused` with
 *   the `entryId`
 * @throws RangeError when threshold or counts don't match
 */
export async function rotate(
  vault: Vault,
  what: Rotation,
): Promise<{ vault: Vault; lines: AsyncIterable<string> }> {
  const { threshold, successors, awaited = [], newSigner = false } = what;
  const before = await readSuccessorKeys(vault);
  const kits = successors.flatMap(({ id }) => findPin(before, id)?.ownerFingerprint ?? []);
  const renewed = await replaceVaultKey(vault, newSigner ? kits : undefined);
  const { both, root, vaultKey } = await unwrapSecrets(renewed);
  const used = [both];
  try {
    const { userId, ownerKey, keyBundle } = renewed;
    const signing = await openSigningKeys(keyBundle, root);
    used.push(signing.mlDsa);
    const sealer = { userId, ownerKey, former: keyBundle.signing.former, signing, vaultKey };
    const kept = withoutKeys(before, awaited);
    const { successorKeys, shares } = await newGeneration(sealer, before, threshold, successors, kept);
    const rotated = await withSuccessorKeys(renewed, successorKeys);
    return { vault: rotated, lines: lines(vault, rotated, what, shares) };
  } finally {
    wipe(...used);
  }
}

async function* lines(
  from: Vault,
  to: Vault,
  what: Rotation,
  shares: { id: string; encryptedShare: string }[],
): AsyncGenerator<string, void> {
  const { keyBundleVersion, entryCount, threshold, onProgress } = what;
  const restricted = what.successors.filter((successor) => successor.restricted);
  const envelopeCount = restricted.reduce((sum, { entries }) => sum + entries.length, 0);
  const total = entryCount + envelopeCount;
  const quorum = shares.length > 0 ? { threshold, shares } : {};
  const { keyBundle } = to;
  yield line({ version: 1, keyBundle, keyBundleVersion, entryCount, envelopeCount, ...quorum });

  const left = new Set(restricted.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const salts = new Map<string, string>();
  let done = 0;
  for await (const entry of inBatches(what.entries, (entry) => reseal(from, to, entry))) {
    if (left.has(entry.id)) salts.set(entry.id, entry.salt);
    if (++done > entryCount) break;
    yield line(entry);
    onProgress?.(done, total);
  }
  if (done !== entryCount) throw new RangeError('There are not as many entries as announced');
  for (const entryId of left) if (!salts.has(entryId)) throw new CryptoError('entry_refused', { entryId });

  const keys = await readSuccessorKeys(to);
  for (const { id: successorId, entries } of restricted) {
    const key = await packageKeyOf(keys, successorId);
    const renewed = entries.map(({ id }) => ({ id, salt: salts.get(id)! }));
    for await (const envelope of inBatches(renewed, (each) => envelopeFor(to, key, successorId, each))) {
      yield line({ successorId, ...envelope });
      onProgress?.(++done, total);
    }
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function reseal(from: Vault, to: Vault, entry: VersionedEntry): Promise<VersionedEntry> {
  try {
    const { id, ...sealed } = await resealEntry(from, to, entry);
    return { id, version: entry.version, ...sealed };
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'entry_refused') throw error;
    throw new CryptoError(error.code, { entryId: entry.id });
  }
}
