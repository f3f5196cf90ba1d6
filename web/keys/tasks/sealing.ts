/** Who gets what: deciding it, and sealing it to them. */
import {
  decide,
  departed,
  hashLeft,
  type Recipient,
  readSuccessorKeys,
  rotate,
  sealToSuccessors,
  type Vault,
} from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { again } from '../again.ts';
import { freshVault } from '../fresh.ts';
import { goOn, type Held } from '../held.ts';
import { bodyOf, exportVault, mayRotate, sendRotation } from '../ndjson.ts';
import {
  findPin,
  readLeft,
  readSalts,
  readSuccessors,
  recipientsOf,
  type Successor,
  type Wish,
} from '../succession.ts';

type Progress = (done: number, total: number) => void;

export interface Wishes {
  /** How many must accept. */
  threshold: number;
  /** Those for whom the owner changed something, with everything that they are to get. */
  people: Wish[];
}

/** Why sealing anew is not enough: what successors hold would still open what it opened. */
export interface Reasons {
  /** From whom something is taken away. */
  losing: string[];
  /** Fewer had to accept before. */
  raisedFrom: number | null;
  /** Removed, but still with keys. */
  departed: { id: string; name: string | null }[];
}

const isNeeded = ({ losing, raisedFrom, departed: gone }: Reasons): boolean =>
  losing.length > 0 || raisedFrom !== null || gone.length > 0;

/** Whether somebody who holds keys would lose something. What we cannot tell counts as lost. */
async function loses(vault: Vault, { id, restricted, entryIds }: Wish): Promise<boolean> {
  const pin = await findPin(vault, id);
  if (!pin?.ownSecret || !restricted) return false;
  if (!pin.restricted) return true;
  if ((await hashLeft(entryIds)) === pin.left) return false;
  const { entryIds: listed } = await readLeft(id);
  if ((await hashLeft(listed)) !== pin.left) return true;
  const kept = new Set(entryIds);
  return listed.some((each) => !kept.has(each));
}

async function reasonsFor(vault: Vault, { threshold, people }: Wishes, successors: readonly Successor[]) {
  const losing: string[] = [];
  for (const wish of people) if (await loses(vault, wish)) losing.push(wish.id);
  const { generation, threshold: before } = await readSuccessorKeys(vault);
  const isRaised = generation > 0 && before !== null && before < threshold;
  const gone = await departed(
    vault,
    successors.map(({ id }) => id),
  );
  return { losing, raisedFrom: isRaised ? before : null, departed: gone };
}

/** Why saving these wishes gives the vault new keys, for the page to say so first. */
export async function whyNewKeys(wishes: Wishes): Promise<Reasons> {
  const { vault } = await freshVault();
  return reasonsFor(vault, wishes, await readSuccessors());
}

const json = (value: object): string => `${JSON.stringify(value)}\n`;

/** Shares and envelopes without new keys for the vault. Its bundle goes along, so that none is without the other. */
async function sealed(
  vault: Vault,
  keyBundleVersion: number,
  to: { threshold: number; successors: readonly Recipient[] },
): Promise<{ vault: Vault; lines: string[] }> {
  const { vault: after, threshold, shares, assignments } = await sealToSuccessors(vault, to);
  const envelopes = assignments.flatMap(({ successorId, envelopes: each }) =>
    each.map((envelope) => ({ successorId, ...envelope })),
  );
  const head = { version: 1, keyBundle: after.keyBundle, keyBundleVersion, threshold, shares };
  return {
    vault: after,
    lines: [json({ ...head, envelopeCount: envelopes.length }), ...envelopes.map(json)],
  };
}

/** New keys for the whole vault, and everything sealed under them. */
async function renewed(
  vault: Vault,
  keyBundleVersion: number,
  { threshold, successors }: { threshold: number; successors: readonly Recipient[] },
  onProgress: Progress,
) {
  const { entries, entryCount } = await exportVault();
  return rotate(vault, { keyBundleVersion, entries, entryCount, threshold, successors, onProgress });
}

/** Goes on with the vault whose bundle the service now has. */
async function keep(vault: Vault): Promise<void> {
  const { user } = await answered(api.GET('/auth/profile'));
  const stored = user.keyBundle as Vault['keyBundle'] | null;
  if (stored?.vaultKey?.password?.data === vault.keyBundle.vaultKey.password.data && isSame(stored, vault))
    goOn({ vault, keyBundleVersion: user.keyBundleVersion });
  else await freshVault();
}

const isSame = ({ successors }: Vault['keyBundle'], { keyBundle }: Vault): boolean =>
  successors.data === keyBundle.successors.data;

/** @throws Problem if fewer could accept than must */
function demandEnough(threshold: number, recipients: readonly unknown[]): void {
  if (recipients.length > 0 && threshold > recipients.length)
    throw new Problem({ code: 'too_few_successors', status: 0 });
}

/**
 * Tells the service what the owner wishes. Envelopes follow with the seal. Until then, somebody who is to get everything
 * opens only what they have envelopes for, so these stay.
 */
async function storeLists(
  people: readonly Wish[],
  salts: ReadonlyMap<string, string>,
  keyBundleVersion: number,
): Promise<void> {
  for (const { id, restricted, entryIds } of people) {
    const listed = restricted ? entryIds : (await readLeft(id)).entryIds;
    const body = {
      entryIds: listed.filter((each) => salts.has(each)),
      restrictToAssignedEntries: restricted,
      keyBundleVersion,
      envelopes: [],
    };
    await answered(api.PUT('/successors/{id}/assigned-entries', { params: { path: { id } }, body }));
  }
}

async function sealAll(
  { vault, keyBundleVersion }: Held,
  { threshold, people }: Wishes,
  { newKeys }: { newKeys: boolean },
  successors: readonly Successor[],
  progress: Progress,
): Promise<void> {
  const salts = await readSalts(vault);
  const recipients = await recipientsOf(successors, people, salts);
  demandEnough(threshold, recipients);
  const decisions = people.map(({ id, restricted, entryIds }) =>
    restricted
      ? { id, restricted, entryIds: entryIds.filter((each) => salts.has(each)) }
      : { id, restricted },
  );
  const decided = recipients.length === 0 ? vault : await decide(vault, { threshold, successors: decisions });
  const to = { threshold: recipients.length === 0 ? 1 : threshold, successors: recipients };
  const made = newKeys
    ? await renewed(decided, keyBundleVersion, to, progress)
    : await sealed(decided, keyBundleVersion, to);
  // Whatever is refused is refused by now, while nothing has changed.
  const body = await bodyOf(made.lines);
  await storeLists(people, salts, keyBundleVersion);
  await sendRotation(body);
  await keep(made.vault);
}

/**
 * Decides who gets what, and seals it to everybody. The vault gets new keys if that is the only way to take something
 * away.
 *
 * @throws CryptoError `decision_differs` or `key_swapped`, before anything is changed
 */
export async function saveSuccession(wishes: Wishes, progress: Progress): Promise<{ newKeys: boolean }> {
  await mayRotate();
  return again(async () => {
    const held = await freshVault();
    const successors = await readSuccessors();
    const newKeys = isNeeded(await reasonsFor(held.vault, wishes, successors));
    await sealAll(held, wishes, { newKeys }, successors, progress);
    return { newKeys };
  });
}

/** Gives the vault new keys, sealed to those who are left. Cut off at any time, it has changed nothing. */
export async function renewKeys({ threshold }: { threshold: number }, progress: Progress): Promise<void> {
  await mayRotate();
  await again(async () => {
    const held = await freshVault();
    await sealAll(held, { threshold, people: [] }, { newKeys: true }, await readSuccessors(), progress);
  });
}
