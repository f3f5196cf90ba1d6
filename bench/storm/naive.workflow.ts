/** The obvious workflow, for comparison: a timer, then one remote activity that sends the mail. */
import { condition, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { NaiveActivities } from './naive.ts';

const { remind } = proxyActivities<NaiveActivities>({
  startToCloseTimeout: '15 minutes',
  // As in the product: the server may hand a task to a poll that has just timed out.
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** @param at when the reminder is due, in milliseconds */
export async function naiveReminder({ userId, at }: { userId: string; at: number }): Promise<void> {
  await sleep(Math.max(1, at - Date.now()));
  await remind({ userId, workflowNow: Date.now(), atOnce: true });
}

const seen = defineSignal('seen');

/** Resets its timer at every sign of life, to show what daily activity costs this way. */
export async function naiveRearming(): Promise<void> {
  let again = false;
  setHandler(seen, () => {
    again = true;
  });
  do {
    again = false;
  } while (await condition(() => again, '90 days'));
}
