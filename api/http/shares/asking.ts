/** Who asks, for what is shared out deep inside a request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { takingTurns } from '../../../db/turns.ts';
import type { Holder } from './holder.ts';
import type { Turns } from './turns.ts';

export interface Asking {
  holder: Holder;
  /** Whether it may take the places that are kept free. */
  first: boolean;
}

const asking = new AsyncLocalStorage<Asking>();
const NOBODY: Asking = { holder: [], first: false };

export const whoAsks = (): Asking => asking.getStore() ?? NOBODY;

/** Serves a request: its work waits for its turn at the database, and wherever else `whoAsks` is counted. */
export const serveFor = <T>(who: Asking, connections: Turns, work: () => T): T =>
  asking.run(who, () => takingTurns(() => connections.take(who.holder, who.first), work));
