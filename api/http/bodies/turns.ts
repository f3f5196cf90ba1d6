import { setImmediate } from 'node:timers/promises';

/** Work of one request that goes on for longer lets others have their turn. */
const TURN_MS = 10;

/** @returns what to await between two pieces of work: it passes the turn on when this one was long enough */
export function turns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
