/** Heartbeats for activities that may take minutes, so that another worker soon takes over if theirs dies. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';

/** Several of these fit into the heartbeat timeout in workflows/reconcile.workflow.ts. */
const BEAT_EVERY_MS = 4_000;

type Activity = (...args: never[]) => Promise<unknown>;

/** Makes activities tell Temporal every few seconds that they are still running. */
export function withHeartbeats<A extends Record<string, Activity>>(activities: A): A {
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
