/** A process that serves many people shares its connections out among them. Any other just takes one. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Waits for a connection that may be taken. @returns what gives it back */
export type TakeTurn = () => Promise<() => void>;

const turns = new AsyncLocalStorage<TakeTurn | null>();

/** Lets everything that `work` asks of the database wait for its turn. */
export const takingTurns = <T>(take: TakeTurn, work: () => T): T => turns.run(take, work);

/** Runs `work`, which needs a connection, when it is its turn. What it calls doesn't take another. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const take = turns.getStore();
  if (!take) return work();
  const leave = await take();
  try {
    return await turns.run(null, work);
  } finally {
    leave();
  }
}
