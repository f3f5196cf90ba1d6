/** Which key of a successor the owner compared. Only these are ever sealed to. */

import { fromBase64 } from './base64.ts';
import { ownerFingerprintOf } from './certificates.ts';
import { hashLeft, keptName, withFormer } from './decisions.ts';
import { CryptoError } from './errors.ts';
import type { Pin, SuccessorKeys } from './formats.ts';
import { isUsable } from './hpke.ts';
import { areTheirWords, type Comparison, fingerprint } from './kit.ts';
import { requireId } from './parse.ts';
import { findPin, readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import type { Vault } from './vault.ts';
import type { Bytes } from './web-crypto.ts';

/** Whether this is the key that was compared. Also false for anything that isn't a key. */
export const isPinned = async (pin: Pin, publicKey: string | null): Promise<boolean> =>
  publicKey !== null && (await fingerprint(publicKey).catch(() => null)) === pin.fingerprint;

/**
 * The pin of a successor and their key, provided the service still names the key that was compared.
 *
 * @throws CryptoError `key_not_pinned` or `key_swapped`
 */
export async function requirePin(
  keys: SuccessorKeys,
  successor: { id: string; publicKey: string | null },
): Promise<{ pin: Pin; publicKey: Bytes }> {
  const found = findPin(keys, successor.id);
  const about = { successorId: successor.id };
  if (!found) throw new CryptoError('key_not_pinned', about);
  const { publicKey } = successor;
  if (publicKey === null || !(await isPinned(found, publicKey))) throw new CryptoError('key_swapped', about);
  return { pin: found, publicKey: fromBase64(publicKey) };
}

/**
 * Pins the key of a successor after comparing it. Anything sealed to another key of theirs is then treated as sealed to
 * a former successor. Nothing is left to a newcomer until the owner decides it: with another key, an earlier decision
 * stays only if the name is the same, because the service could give a newcomer the ID of someone who was to get
 * everything.
 *
 * @param heard the six words that the successor read from their sheet, in either language and in any case
 * @returns a vault whose `keyBundle` must be stored
 * @throws CryptoError `comparison_differs`; `key_unusable` if nothing could be sealed to the key
 */
export async function pin(
  vault: Vault,
  { id, publicKey, email, name }: { id: string; publicKey: string; email: string; name?: string },
  heard: string,
): Promise<Vault> {
  requireId(id);
  const ownerFingerprint = await comparedOwnerKey(vault, { publicKey, email }, heard);
  // Checked now, so that sealing to all successors doesn't fail on it later.
  if (!(await isUsable(fromBase64(publicKey)))) throw new CryptoError('key_unusable', { successorId: id });
  const keys = await readSuccessorKeys(vault);
  const before = findPin(keys, id);
  const named = name === undefined ? (before?.name ?? null) : keptName(name);
  const isSame = before !== undefined && (await isPinned(before, publicKey));
  if (isSame && before.name === named && !before.leaves) return vault;
  const isSamePerson = isSame || before?.name === named;
  const decided = before && isSamePerson ? before : { restricted: true, left: await hashLeft([]) };
  const fresh = {
    fingerprint: await fingerprint(publicKey),
    ownerFingerprint,
    pinnedAt: new Date().toISOString(),
    ownSecret: null,
    generation: 0,
  };
  const pinned = { ...decided, ...(isSame ? before : fresh), name: named, leaves: false };
  const pins = isSame ? keys.pins : withFormer(keys.pins, before);
  return withSuccessorKeys(vault, { ...keys, pins: { ...pins, [id]: pinned } });
}

/**
 * The fingerprint of the owner's keys that a kit names. They may have been replaced since it was made.
 *
 * @throws CryptoError `comparison_differs` unless the words match one of the owner's keys
 */
async function comparedOwnerKey(
  { ownerKey, keyBundle }: Vault,
  successor: Omit<Comparison, 'ownerKey'>,
  heard: string,
): Promise<string> {
  for (const each of [ownerKey, ...keyBundle.signing.former.map((former) => former.ownerKey)]) {
    if (await areTheirWords({ ...successor, ownerKey: each }, heard)) return ownerFingerprintOf(each);
  }
  throw new CryptoError('comparison_differs');
}

/**
 * Forgets the key of a successor who was removed before anything was sealed to them. Otherwise only a rotation takes
 * their keys away, and it forgets them on its own.
 *
 * @returns a vault whose `keyBundle` must be stored, or the same one if the key was not pinned
 */
export async function unpin(vault: Vault, successorId: string): Promise<Vault> {
  const keys = await readSuccessorKeys(vault);
  if (!findPin(keys, successorId)) return vault;
  const { [successorId]: _forgotten, ...pins } = keys.pins;
  return withSuccessorKeys(vault, { ...keys, pins });
}
