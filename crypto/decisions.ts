/**
 * The owner's decisions about successors, kept under the owner's keys. The service has them too, but its operator could
 * change them there, and have everything sealed to a successor who is to get one entry.
 */
import { toBase64 } from './base64.ts';
import { joined, sha256 } from './bytes.ts';
import { CryptoError, type DecisionField } from './errors.ts';
import type { Pin, SuccessorKeys } from './formats.ts';
import { isId, requireId } from './parse.ts';
import { findPin, readSuccessorKeys, withSuccessorKeys } from './successor-keys.ts';
import type { Vault } from './vault.ts';

/** The owner's decision about a successor whose key they compared. Absent fields stay as they were. */
export interface Decision {
  id: string;
  name?: string;
  /** False leaves them everything. */
  restricted?: boolean;
  /** All the entries that are left to a restricted successor. */
  entryIds?: readonly string[];
  /** True if they are no longer a successor. */
  leaves?: boolean;
  /** True if this may take away something that was sealed to them, and no rotation comes with it. */
  takesAway?: boolean;
}

/** What the service states about a successor. */
export interface StatedSuccessor {
  id: string;
  name?: string;
  restricted: boolean;
  entries: readonly { id: string }[];
}

/** As many as the service accepts, so that a name is compared whole and the bundle stays small. */
const NAME_CHARACTERS = 60;

/** The part of a name that is compared and kept. */
export const keptName = (name: string): string => [...name.toWellFormed()].slice(0, NAME_CHARACTERS).join('');

/** @throws CryptoError `format_unknown` unless all are IDs */
export async function hashLeft(entryIds: readonly string[]): Promise<string> {
  for (const id of entryIds) requireId(id);
  return toBase64(await sha256(joined('left-v1', ...[...entryIds].sort())));
}

/** Whether a decision leaves exactly these entries. A list that contains anything but IDs never matches. */
export const areLeft = async ({ left }: Pick<Pin, 'left'>, entryIds: readonly string[]): Promise<boolean> =>
  entryIds.every(isId) && (await hashLeft(entryIds)) === left;

/**
 * Records what the owner decided. Everything sealed afterwards must agree with it.
 *
 * @returns a vault whose `keyBundle` must be stored
 * @throws CryptoError `key_not_pinned`, `format_unknown` for an invalid ID
 * @throws RangeError when the threshold is not a positive integer
 */
export async function decide(
  vault: Vault,
  { threshold, successors }: { threshold?: number; successors: readonly Decision[] },
): Promise<Vault> {
  if (threshold !== undefined && !(Number.isSafeInteger(threshold) && threshold >= 1)) {
    throw new RangeError('The threshold must be a whole number from 1');
  }
  const keys = await readSuccessorKeys(vault);
  let { pins } = keys;
  for (const { takesAway = false, ...decision } of successors) {
    if (takesAway) pins = withFormer(pins, findPin(keys, decision.id));
    pins = { ...pins, [decision.id]: await decided(keys, decision) };
  }
  return withSuccessorKeys(vault, { ...keys, threshold: threshold ?? keys.threshold, pins });
}

async function decided(
  keys: SuccessorKeys,
  { id, name, entryIds, leaves, ...decision }: Decision,
): Promise<Pin> {
  const pin = findPin(keys, id);
  if (!pin) throw new CryptoError('key_not_pinned', { successorId: id });
  const restricted = decision.restricted ?? pin.restricted;
  const ids = restricted ? entryIds : [];
  return {
    ...pin,
    name: name === undefined ? pin.name : keptName(name),
    restricted,
    left: ids ? await hashLeft(ids) : pin.left,
    leaves: leaves ?? pin.leaves,
  };
}

/**
 * @param successors as the service lists them
 * @throws CryptoError `decision_differs`
 */
export async function requireDecided(
  keys: SuccessorKeys,
  threshold: number,
  successors: readonly (StatedSuccessor & { pin: Pin })[],
): Promise<void> {
  if (successors.length > 0 && threshold !== keys.threshold) differs('threshold');
  for (const { id, name, restricted, entries, pin } of successors) {
    if (pin.leaves) differs('leaves', id);
    if (name !== undefined && keptName(name) !== pin.name) differs('name', id);
    if (restricted !== pin.restricted) differs('restricted', id);
    const entryIds = entries.map((entry) => entry.id);
    if (restricted && !(await areLeft(pin, entryIds))) differs('entries', id);
  }
}

/** Whether the owner has only compared the key: nothing is left to this successor, and nothing was sealed to them. */
export const isUndecided = async (pin: Pin): Promise<boolean> =>
  pin.restricted && pin.ownSecret === null && (await areLeft(pin, []));

/**
 * Called before sealing without these successors. The service could claim that a successor has declined.
 *
 * @throws CryptoError `decision_differs` unless the owner knows that they leave, or has left nothing to them
 */
export async function requireLeaving(vault: Vault, successorIds: readonly string[]): Promise<void> {
  const keys = await readSuccessorKeys(vault);
  for (const id of successorIds) {
    const pin = findPin(keys, id);
    if (pin && !pin.leaves && !(await isUndecided(pin))) differs('leaves', id);
  }
}

/**
 * @param left all entries left to a successor
 * @throws CryptoError `decision_differs` unless the owner decided exactly that, and `entries` are among them
 */
export async function requireLeft(
  keys: SuccessorKeys,
  successorId: string,
  entries: readonly { id: string }[],
  left: readonly string[],
): Promise<void> {
  const pin = findPin(keys, successorId);
  const isDecided = pin !== undefined && (await areLeft(pin, left));
  if (!isDecided || entries.some(({ id }) => !left.includes(id))) differs('entries', successorId);
}

function differs(what: DecisionField, successorId?: string): never {
  throw new CryptoError('decision_differs', { what, successorId });
}

/** The fingerprint of no key. */
const NO_KEY = '0'.repeat(64);

/**
 * The decisions for successors who are out only until their new kit is compared, without anything that was sealed to
 * them. Nothing can be sealed to these pins before a key is compared.
 */
export const withoutKeys = (keys: SuccessorKeys, successorIds: readonly string[]): Record<string, Pin> => {
  const pins: Record<string, Pin> = {};
  for (const id of successorIds) {
    const pin = findPin(keys, id);
    if (pin?.leaves) pins[id] = { ...pin, fingerprint: NO_KEY, ownSecret: null, generation: 0 };
  }
  return pins;
};

/**
 * Keeps a pin that is about to change under an ID of its own, marked as leaving, so that a rotation stays due.
 *
 * @param pin the successor's
 */
export const withFormer = (pins: Record<string, Pin>, pin: Pin | undefined): Record<string, Pin> =>
  pin?.ownSecret ? { ...pins, [crypto.randomUUID()]: { ...pin, leaves: true } } : pins;

/**
 * Former successors, or successors whom the service no longer lists, who still hold something that was sealed to them.
 * Only a rotation takes it away.
 *
 * @param presentIds of the successors that the service lists
 */
export async function departed(
  vault: Vault,
  presentIds: Iterable<string>,
): Promise<{ id: string; name: string | null }[]> {
  const present = new Set(presentIds);
  const { pins } = await readSuccessorKeys(vault);
  return Object.entries(pins)
    .filter(([id, { ownSecret, leaves }]) => ownSecret !== null && (leaves || !present.has(id)))
    .map(([id, { name }]) => ({ id, name }));
}
