import { setImmediate } from 'node:timers/promises';

/** Longer work on one request must let others run in between. */
const TURN_MS = 10;

/** @returns a function to await between two pieces of work; it yields when the current turn was long enough */
export function turns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
