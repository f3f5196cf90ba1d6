/** Whether a handover today would bring something to someone. */
import { isReachable } from '../../client/reachable.ts';
import type { SwitchFacts } from './use-switch.ts';

type Successor = SwitchFacts['successors'][number];

export type Readiness =
  /** They could open what is left to them, as soon as enough others accept. */
  | 'ready'
  /** They hold a share, and nothing is left to them. */
  | 'nothing_left'
  | 'opted_out'
  | 'mailbox'
  | 'address'
  | 'kit'
  | 'comparison'
  | 'sealing';

/** The first thing that keeps them from opening anything. */
export function readinessOf(successor: Successor): Readiness {
  const { optedOut, verified, publicKey, keyPinnedAt, encryptedShare, leftSomething } = successor;
  if (optedOut) return 'opted_out';
  if (!isReachable(successor)) return 'mailbox';
  if (!verified) return 'address';
  if (publicKey === null) return 'kit';
  if (keyPinnedAt === null) return 'comparison';
  if (encryptedShare === null) return 'sealing';
  return leftSomething ? 'ready' : 'nothing_left';
}

/** How long an answer to our question may take before we say so, in milliseconds. */
const ANSWERS_WITHIN = 30 * 24 * 60 * 60 * 1000;

/** Whether our question whether they can be reached has been in their mailbox for a month. */
export function hasNotAnswered({ contact }: Pick<Successor, 'contact'>): boolean {
  if (!contact?.mailAcceptedAt || contact.answer !== null) return false;
  return Date.now() - Date.parse(contact.mailAcceptedAt) > ANSWERS_WITHIN;
}

/** Enough people can accept and have a share, and at least one of them would have something to open. */
export function wouldReach({ settings, successors }: Pick<SwitchFacts, 'settings' | 'successors'>): boolean {
  const readiness = successors.map(readinessOf);
  const holders = readiness.filter((each) => each === 'ready' || each === 'nothing_left');
  return readiness.includes('ready') && holders.length >= settings.effectiveQuorum;
}
