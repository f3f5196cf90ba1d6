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

/** Enough people can accept and have a share, and at least one of them would have something to open. */
export function wouldReach({ settings, successors }: Pick<SwitchFacts, 'settings' | 'successors'>): boolean {
  const readiness = successors.map(readinessOf);
  const holders = readiness.filter((each) => each === 'ready' || each === 'nothing_left');
  return readiness.includes('ready') && holders.length >= settings.effectiveQuorum;
}
