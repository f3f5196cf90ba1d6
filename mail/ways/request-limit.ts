/**
 * Limits how many requests to users' addresses a worker has under way. Each may take ten seconds. Receivers that hang
 * must not keep all of the worker's places for activities busy, and those of one owner must not use up this limit.
 */
import { noTurn } from '../not-yet.ts';

const PER_OWNER = 2;

/**
 * @param most how many requests at a time
 * @returns a function that does an owner's work, or throws at once if it would be one too many
 */
export function wayRequestLimit(most: number): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  /** The owner of each request. */
  const underWay: string[] = [];
  return async (owner, work) => {
    const own = underWay.filter((each) => each === owner).length;
    if (underWay.length >= most || own >= PER_OWNER) throw noTurn();
    underWay.push(owner);
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(owner), 1);
    }
  };
}
