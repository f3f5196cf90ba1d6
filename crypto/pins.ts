/** Which key of a successor the owner compared. Only these are ever sealed to. */
import { CryptoError } from './errors.ts';
import type { Pin, SuccessorKeys } from './formats.ts';
import { requireComparison } from './kit.ts';
import { isId } from './parse.ts';
import { readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import type { Vault } from './vault.ts';

/** Pins are looked up by what the service calls a successor, so names that every object has must not count. */
export const findPin = ({ pins }: SuccessorKeys, successorId: string): Pin | undefined =>
  Object.hasOwn(pins, successorId) ? pins[successorId] : undefined;

/**
 * The pin of a successor, provided the service still names the key that was compared.
 *
 * @throws CryptoError `key_not_pinned` or `key_swapped`
 */
export function requirePin(keys: SuccessorKeys, successor: { id: string; publicKey: string | null }): Pin {
  const found = findPin(keys, successor.id);
  if (!found) throw new CryptoError('key_not_pinned');
  if (found.publicKey !== successor.publicKey) throw new CryptoError('key_swapped');
  return found;
}

/**
 * Pins the key of a successor after comparing it. What was sealed to another key of theirs no longer counts.
 *
 * @param spoken what the successor read from their sheet, with any spaces and in any case
 * @returns a vault whose `keyBundle` must be stored
 * @throws CryptoError `comparison_differs`
 */
export async function pin(
  vault: Vault,
  { id, publicKey }: { id: string; publicKey: string },
  spoken: string,
): Promise<Vault> {
  if (!isId(id)) throw new CryptoError('format_unknown');
  await requireComparison(publicKey, vault.ownerKey, spoken);
  const keys = await readSuccessorKeys(vault);
  const before = findPin(keys, id);
  if (before?.publicKey === publicKey) return vault;
  const pinned = { publicKey, pinnedAt: new Date().toISOString(), ownSecret: null };
  return withSuccessorKeys(vault, { ...keys, pins: { ...keys.pins, [id]: pinned } });
}

/**
 * Forgets the key of somebody who was removed or replaced.
 *
 * @returns a vault whose `keyBundle` must be stored
 */
export async function unpin(vault: Vault, successorId: string): Promise<Vault> {
  const keys = await readSuccessorKeys(vault);
  const { [successorId]: _forgotten, ...pins } = keys.pins;
  return withSuccessorKeys(vault, { ...keys, pins });
}
