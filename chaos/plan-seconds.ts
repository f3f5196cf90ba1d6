/**
 * The second addresses of successors, which of the two mailboxes closes once they are confirmed, and which one is read.
 */
import type { Seeded } from './seeded.ts';

export interface SecondPlan {
  address: string;
  /** The mailbox that takes nothing any more. */
  gone: 'first' | 'second' | null;
  /** The only one that they open. */
  reads: 'first' | 'second';
}

/** @param name the part of the address before the @ */
export function planSecond(chance: Seeded, name: string): SecondPlan | null {
  if (!chance.chance(0.4)) return null;
  const gone = chance.pick([null, null, 'first', 'first', 'second'] as const);
  const other = { first: 'second', second: 'first' } as const;
  const reads = gone ? other[gone] : chance.pick(['first', 'second'] as const);
  return { address: `${name}@elsewhere.example`, gone, reads };
}

interface Addresses {
  email: string;
  second: SecondPlan | null;
}

/** A successor's mailboxes, in order. */
export const boxesOf = ({ email, second }: Addresses): string[] =>
  second ? [email, second.address] : [email];

const boxOf = ({ email, second }: Addresses, which: 'first' | 'second'): string =>
  which === 'second' && second ? second.address : email;

/** The mailbox that they open. */
export const boxRead = (successor: Addresses): string => boxOf(successor, successor.second?.reads ?? 'first');

/** The mailbox that takes nothing once both are confirmed; null if there is none. */
export const goneBox = (successor: Addresses): string | null =>
  successor.second?.gone ? boxOf(successor, successor.second.gone) : null;

/** Every mailbox of every successor. */
export const successorMailboxes = ({ successors }: { successors: readonly Addresses[] }): Set<string> =>
  new Set(successors.flatMap(boxesOf));

/** The successor with this mailbox. */
export const successorOfMailbox = <Successor extends Addresses>(
  { successors }: { successors: readonly Successor[] },
  box: string,
): Successor | undefined => successors.find((each) => boxesOf(each).includes(box));
