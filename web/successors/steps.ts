/** A successor's progress, and the next step. */
import { hasNotAnswered, isReachable } from '../../client/reachable.ts';
import type { SuccessorState } from '../../client/succession.ts';
import type { Successor } from './succession.ts';

/** In this order. Each needs the one before. */
export const STEPS = ['invited', 'verified', 'kit', 'compared', 'ready'] as const;

export type SuccessorStep = (typeof STEPS)[number];

export type Next =
  /** They don't want to be a successor. */
  | 'opted_out'
  /** The service gives a different key from the one that was compared. */
  | 'swapped'
  /** The service gave them a key that isn't the owner's. */
  | 'foreign_owner'
  /** The service's list differs from the owner's decision. */
  | 'difference'
  | 'mailbox'
  /** They told us so. */
  | 'sheet_lost'
  | 'confirm'
  /** Another program named them without the owner's key, and no kit can be made without it. */
  | 'no_owner_key'
  | 'make_kit'
  | 'compare'
  | 'decide'
  /** Something changed since it was sealed. */
  | 'save_again'
  /** Our question has been in their mailbox for a month. */
  | 'silent'
  | 'rehearse';

/** Steps that must not wait, and are shown as problems. */
const URGENT: readonly Next[] = [
  'opted_out',
  'swapped',
  'foreign_owner',
  'difference',
  'mailbox',
  'sheet_lost',
];

export const isUrgent = (next: Next | null): boolean => next !== null && URGENT.includes(next);

const isCompared = ({ keyPinnedAt }: Successor, state: SuccessorState | null): boolean =>
  state ? state.isCompared : keyPinnedAt !== null;

const isSealed = ({ encryptedShare, sharesStale }: Successor, state: SuccessorState | null): boolean =>
  encryptedShare !== null && !sharesStale && !(state?.restricted && state.missing > 0);

/** @param state null while the vault is locked: then only the service's data is used */
export function nextFor(successor: Successor, state: SuccessorState | null): Next | null {
  const { optedOut, verified, publicKey, ownerKey, rehearsal, contact } = successor;
  if (state?.difference?.what === 'leaves') return 'difference';
  if (optedOut) return 'opted_out';
  if (state?.isSwapped) return 'swapped';
  if (state?.hasForeignOwner) return 'foreign_owner';
  if (state?.difference) return 'difference';
  if (!isReachable(successor)) return 'mailbox';
  if (contact?.answer === 'sheet_lost') return 'sheet_lost';
  if (!verified) return 'confirm';
  if (publicKey === null) return ownerKey === null ? 'no_owner_key' : 'make_kit';
  if (!isCompared(successor, state)) return 'compare';
  if (state && getsNothing(state)) return 'decide';
  if (!isSealed(successor, state)) return state ? 'save_again' : 'decide';
  if (hasNotAnswered(successor)) return 'silent';
  return rehearsal === null ? 'rehearse' : null;
}

const getsNothing = ({ isDecided, restricted, entryIds }: SuccessorState): boolean =>
  !isDecided || (restricted && entryIds.length === 0);

/** How many steps are done. */
export function stepsDone(successor: Successor, state: SuccessorState | null): number {
  if (!successor.verified) return 1;
  if (successor.publicKey === null) return 2;
  if (!isCompared(successor, state) || state?.hasForeignOwner) return 3;
  const isReady = isSealed(successor, state) && !(state && getsNothing(state));
  return isReady && !state?.difference && !successor.optedOut ? 5 : 4;
}
