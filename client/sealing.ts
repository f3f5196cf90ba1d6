/** Deciding which successor gets what, and sealing it to them. */
import {
  areLeft,
  decide,
  departed,
  type Recipient,
  readSuccessorKeys,
  requireLeaving,
  rotate,
  sealToSuccessors,
  type Vault,
} from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { exportVault } from './export.ts';
import { readListsBefore, renewListsAfter } from './lists.ts';
import { bodyOf, line } from './ndjson.ts';
import { noteBefore } from './notes.ts';
import { freshVault, type Owner, type Progress, retryOnConflict, type UnlockedVault } from './owner.ts';
import { clientProblem } from './problem.ts';
import {
  decisionIn,
  findPin,
  readLeft,
  readSalts,
  readSuccessors,
  recipientsOf,
  type Salts,
  type Successor,
  type SuccessorChoice,
  takesShare,
} from './recipients.ts';
import { mayRotate, sendRotation } from './rotation.ts';
import type { Departed } from './succession.ts';

export interface SuccessionChoices {
  /** How many must accept. */
  threshold: number;
  /** The threshold before, as the owner was shown it. If another device has changed it since, nothing is saved. */
  thresholdBefore?: number | null | undefined;
  /** The successors for whom the owner changed something, with everything that they are to get. */
  people: SuccessorChoice[];
}

/** Why sealing again is not enough: the keys that successors hold would still open what they opened before. */
export interface Reasons {
  /** Successors who lose something. */
  losing: string[];
  /** How many had to accept before, if fewer. */
  raisedFrom: number | null;
  departed: Departed[];
}

const isNeeded = ({ losing, raisedFrom, departed: gone }: Reasons): boolean =>
  losing.length > 0 || raisedFrom !== null || gone.length > 0;

/** Whether a successor who holds keys would lose something. If we cannot tell, they do. */
async function losesAccess(
  api: Api,
  vault: Vault,
  { id, restricted, entryIds }: SuccessorChoice,
): Promise<boolean> {
  const pin = await findPin(vault, id);
  if (!pin?.ownSecret || !restricted) return false;
  if (!pin.restricted) return true;
  if (await areLeft(pin, entryIds)) return false;
  const { entryIds: listed } = await readLeft(api, id);
  if (!(await areLeft(pin, listed))) return true;
  const kept = new Set(entryIds);
  return listed.some((each) => !kept.has(each));
}

/**
 * Otherwise the owner would unknowingly undo a decision made on another device. Their own choice may be recorded
 * already, by an attempt whose response was lost.
 *
 * @throws Problem `decided_elsewhere`
 */
async function requireAsShown(
  vault: Vault,
  { threshold, thresholdBefore, people }: SuccessionChoices,
): Promise<void> {
  const { threshold: recorded } = await readSuccessorKeys(vault);
  if (thresholdBefore !== undefined && recorded !== thresholdBefore && recorded !== threshold)
    throw clientProblem('decided_elsewhere');
  for (const { id, restricted, entryIds, decided } of people) {
    const pin = await findPin(vault, id);
    if (decided === undefined || !pin || decisionIn(pin) === decided) continue;
    const isAsChosen = pin.restricted === restricted && (!restricted || (await areLeft(pin, entryIds)));
    if (!isAsChosen) throw clientProblem('decided_elsewhere');
  }
}

async function reasonsFor(
  api: Api,
  vault: Vault,
  { threshold, people }: SuccessionChoices,
  successors: readonly Successor[],
): Promise<Reasons> {
  const losing: string[] = [];
  for (const choice of people) if (await losesAccess(api, vault, choice)) losing.push(choice.id);
  const { generation, threshold: before } = await readSuccessorKeys(vault);
  const isRaised = generation > 0 && before !== null && before < threshold;
  const gone = await departed(
    vault,
    successors.map(({ id }) => id),
  );
  return { losing, raisedFrom: isRaised ? before : null, departed: gone };
}

/**
 * Why `saveSuccession` would give the vault new keys for these choices, to tell the owner first.
 *
 * @throws Problem `decided_elsewhere`
 */
export async function whyNewKeys(owner: Owner, choices: SuccessionChoices): Promise<Reasons> {
  const { vault } = await freshVault(owner);
  await requireAsShown(vault, choices);
  return reasonsFor(owner.api, vault, choices, await readSuccessors(owner.api));
}

export interface RotationResult {
  entryCount: number;
  newSigner: boolean;
}

interface PreparedSealing {
  vault: Vault;
  /** How many entries get new keys. */
  entryCount: number;
  lines: Iterable<string> | AsyncIterable<string>;
}

/** Shares and envelopes without new keys for the vault. Its bundle goes along, so that all are stored together. */
async function prepareSealing(
  { vault, keyBundleVersion }: UnlockedVault,
  to: { threshold: number; successors: readonly Recipient[] },
): Promise<PreparedSealing> {
  const { vault: after, threshold, shares, assignments } = await sealToSuccessors(vault, to);
  const envelopes = assignments.flatMap(({ successorId, envelopes: each }) =>
    each.map((envelope) => ({ successorId, ...envelope })),
  );
  const head = { version: 1, keyBundle: after.keyBundle, keyBundleVersion, threshold, shares };
  return {
    vault: after,
    entryCount: 0,
    lines: [line({ ...head, envelopeCount: envelopes.length }), ...envelopes.map(line)],
  };
}

/** New keys for the whole vault, and everything sealed under them. */
async function prepareRotation(
  api: Api,
  { vault, keyBundleVersion }: UnlockedVault,
  to: { threshold: number; successors: readonly Recipient[]; awaited: readonly string[] },
  newSigner: boolean,
  onProgress: Progress,
): Promise<PreparedSealing> {
  const { entries, entryCount } = await exportVault(api);
  const what = { ...to, keyBundleVersion, entries, entryCount, newSigner, onProgress };
  return { ...(await rotate(vault, what)), entryCount };
}

/**
 * Continues with the vault whose bundle the service has just accepted, unless another device has replaced it since. The
 * bundle's version shows this even if the session is no longer confirmed and gets no bundle.
 *
 * @param basedOn the version of the bundle that it replaced
 */
async function keep(owner: Owner, vault: Vault, basedOn: number): Promise<void> {
  const { user } = await answered(owner.api.GET('/auth/profile'));
  const { id, keyBundleVersion } = user;
  if (id === vault.userId && keyBundleVersion === basedOn + 1)
    await owner.update({ vault, keyBundleVersion });
  else await freshVault(owner);
}

/**
 * Tells the service the owner's choices. Envelopes follow with the seal. Until then, a successor who is to get
 * everything opens only what they have envelopes for, so these stay.
 */
async function storeLists(
  api: Api,
  people: readonly SuccessorChoice[],
  salts: Salts,
  keyBundleVersion: number,
): Promise<void> {
  for (const { id, restricted, entryIds } of people) {
    const listed = restricted ? entryIds : (await readLeft(api, id)).entryIds;
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
  owner: Owner,
  { vault, keyBundleVersion }: UnlockedVault,
  choices: SuccessionChoices,
  { newKeys, newSigner, progress }: { newKeys: boolean; newSigner: boolean; progress: Progress },
  successors: readonly Successor[],
): Promise<RotationResult> {
  const { api } = owner;
  const { threshold, people } = choices;
  await requireAsShown(vault, choices);
  const leaving = successors.filter((each) => !takesShare(each));
  await requireLeaving(
    vault,
    leaving.map(({ id }) => id),
  );
  const salts = await readSalts(owner, vault);
  const recipients = await recipientsOf(api, vault, successors, people, salts);
  if (recipients.length > 0 && threshold > recipients.length) throw clientProblem('too_few_successors');
  const decisions = people.map(({ id, restricted, entryIds }) =>
    restricted ? { id, restricted, entryIds } : { id, restricted },
  );
  const decided = {
    vault: recipients.length === 0 ? vault : await decide(vault, { threshold, successors: decisions }),
    keyBundleVersion,
  };
  const to = {
    threshold: recipients.length === 0 ? 1 : threshold,
    successors: recipients,
    awaited: leaving.filter(({ optedOut }) => !optedOut).map(({ id }) => id),
  };
  const prepared = newKeys
    ? await prepareRotation(api, decided, to, newSigner, progress)
    : await prepareSealing(decided, to);
  // If lists change, everything is made first, so that anything that can be refused is refused before the change.
  const body = people.length === 0 ? prepared.lines : await bodyOf(prepared.lines);
  const { generation } = await readSuccessorKeys(prepared.vault);
  noteBefore(owner, generation, await readListsBefore(owner, vault, recipients));
  await storeLists(api, people, salts, keyBundleVersion);
  await sendRotation(api, body);
  await keep(owner, prepared.vault, keyBundleVersion);
  await renewListsAfter(owner);
  await nameSigner(api, prepared.vault, successors);
  return { entryCount: prepared.entryCount, newSigner: prepared.vault.ownerKey !== vault.ownerKey };
}

/**
 * Successors without a kit will make one that names the present signing keys. Others keep those that their kit names.
 */
async function nameSigner(api: Api, { ownerKey }: Vault, successors: readonly Successor[]): Promise<void> {
  for (const { id, publicKey, ownerKey: named } of successors) {
    if (publicKey !== null || named === ownerKey) continue;
    // If this fails, their kit names the former keys, and the next sealing tries again.
    await answered(api.PUT('/successors/{id}', { params: { path: { id } }, body: { ownerKey } })).catch(
      () => {},
    );
  }
}

const silent: Progress = () => {};

/**
 * Decides who gets what, and seals it to every successor whose key was compared. The vault gets new keys if that is the
 * only way to take something away.
 *
 * @throws CryptoError `decision_differs` (see `readSuccession` and `agree`), `key_swapped`, or `entry_refused` with the
 *   ID of an entry that is left to someone and is missing or altered: before anything is changed. Another device may have
 *   removed it, so let the owner leave the others, and try again
 * @throws Problem `confirmation_required`, `too_few_successors`, or `decided_elsewhere` if it isn't as the owner was shown it
 */
export async function saveSuccession(
  owner: Owner,
  choices: SuccessionChoices,
  progress: Progress = silent,
): Promise<{ newKeys: boolean }> {
  const { api } = owner;
  await mayRotate(api);
  return retryOnConflict(owner, async () => {
    const unlocked = await freshVault(owner);
    const successors = await readSuccessors(api);
    const newKeys = isNeeded(await reasonsFor(api, unlocked.vault, choices, successors));
    await sealAll(owner, unlocked, choices, { newKeys, newSigner: false, progress }, successors);
    return { newKeys };
  });
}

/**
 * Gives the vault new keys, sealed to the successors who remain. If it is cut off, nothing has changed, and it can be
 * done again.
 *
 * @param options.newSigner whether the signing keys are replaced too, because someone may have them. There is room for
 *   few certificates, so removing a successor is no reason
 * @returns how many entries have new keys, and whether the signing keys are new: they stay if a kit is too old
 * @throws as `saveSuccession`
 */
export async function renewKeys(
  owner: Owner,
  { newSigner = false, ...quorum }: Omit<SuccessionChoices, 'people'> & { newSigner?: boolean },
  progress: Progress = silent,
): Promise<RotationResult> {
  const { api } = owner;
  await mayRotate(api);
  return retryOnConflict(owner, async () => {
    const unlocked = await freshVault(owner);
    const choices = { ...quorum, people: [] };
    const options = { newKeys: true, newSigner, progress };
    return sealAll(owner, unlocked, choices, options, await readSuccessors(api));
  });
}
