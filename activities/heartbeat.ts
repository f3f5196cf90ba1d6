/** Activities that may take minutes, and must not keep others waiting for long once their worker is dead. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';

/** Several beats within the heartbeat timeout of workflows/reconcile.workflow.ts. */
const BEAT_EVERY_MS = 4_000;

type Activity = (...args: never[]) => Promise<unknown>;

/** The same activities, which tell Temporal every few seconds that somebody works on them. */
export function beating<A extends Record<string, Activity>>(activities: A): A {
  const wrapped = Object.entries(activities).map(([name, work]) => [
    name,
    async (...args: never[]) => {
      const activity = activityContext.getStore();
      const timer = setInterval(() => activity?.heartbeat(), BEAT_EVERY_MS);
      try {
        return await work(...args);
      } finally {
        clearInterval(timer);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as A;
}
