/** Whether a handover today would give anyone something to open. */
import { isReachable } from '../../client/reachable.ts';
import type { Schemas } from '../api/schemas.ts';

type Successor = Schemas['Successor'];

export type Readiness =
  /** They could open what is left to them, as soon as enough others accept. */
  | 'ready'
  /** They hold a share, and nothing is left to them. */
  | 'nothing_left'
  | 'opted_out'
  /** Their kit names keys that aren't the owner's, or no longer are. */
  | 'foreign_owner'
  | 'mailbox'
  /** They told us so. */
  | 'sheet_lost'
  | 'address'
  | 'kit'
  | 'comparison'
  | 'sealing';

/**
 * The first thing that keeps a successor from opening anything.
 *
 * @param isForeign whether their kit isn't for the owner's keys
 */
export function readinessOf(successor: Successor, isForeign: boolean): Readiness {
  const { optedOut, verified, publicKey, keyPinnedAt, encryptedShare, leftSomething, contact } = successor;
  if (optedOut) return 'opted_out';
  if (isForeign) return 'foreign_owner';
  if (!isReachable(successor)) return 'mailbox';
  if (contact?.answer === 'sheet_lost') return 'sheet_lost';
  if (!verified) return 'address';
  if (publicKey === null) return 'kit';
  if (keyPinnedAt === null) return 'comparison';
  if (encryptedShare === null) return 'sealing';
  return leftSomething ? 'ready' : 'nothing_left';
}

/**
 * Whether enough people have a share, and at least one of them would have something to open. If one leaves, fewer have
 * to accept, but those who remain may have too few shares.
 *
 * @param threshold how many shares open the vault, by the owner's keys: a new quorum changes nothing until it is sealed
 * @param foreign those whose kit isn't for the owner's keys
 */
export function wouldReach(
  successors: readonly Successor[],
  threshold: number,
  foreign: ReadonlySet<string>,
): boolean {
  const readiness = successors.map((each) => readinessOf(each, foreign.has(each.id)));
  const holders = readiness.filter((each) => each === 'ready' || each === 'nothing_left');
  return readiness.includes('ready') && holders.length >= threshold;
}

/**
 * When a successor last told us that we can reach them and that they have their sheet. Null if they have lost it since,
 * or if a key was compared since: they may have meant an earlier sheet.
 */
export function sheetConfirmedAt({
  contact,
  keyPinnedAt,
}: Pick<Successor, 'contact' | 'keyPinnedAt'>): string | null {
  if (!contact?.confirmedAt || contact.answer === 'sheet_lost' || keyPinnedAt === null) return null;
  return Date.parse(contact.confirmedAt) < Date.parse(keyPinnedAt) ? null : contact.confirmedAt;
}
