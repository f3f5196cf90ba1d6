/** Heartbeats for activities that may take minutes, so that another worker takes over soon if theirs dies. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { type ActivitySet, wrap } from './wrap.ts';

/** Several heartbeats fit into the heartbeat timeout in workflows/reconcile.workflow.ts. */
const BEAT_EVERY_MS = 4_000;

/** Makes activities tell Temporal every few seconds that they are still running. */
export const withHeartbeats = <A extends ActivitySet>(activities: A): A =>
  wrap(activities, async (call) => {
    const activity = activityContext.getStore();
    const timer = setInterval(() => activity?.heartbeat(), BEAT_EVERY_MS);
    try {
      return await call();
    } finally {
      clearInterval(timer);
    }
  });
