import { setImmediate } from 'node:timers/promises';

/** Long work on one request must let others run in between. */
const MAX_RUN_MS = 10;

/** @returns a function to await between two pieces of work; it yields if the work has run long enough */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < MAX_RUN_MS) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
