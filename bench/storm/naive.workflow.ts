/** What one writes first: a timer, then one remote activity that sends the mail. Only for comparison. */
import { condition, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { NaiveActivities } from './naive.ts';

const { sendReminder } = proxyActivities<NaiveActivities>({
  startToCloseTimeout: '15 minutes',
  // As in the product: a task may be handed to a poll that has just given up.
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** @param at when the reminder is due, in milliseconds */
export async function naiveReminder({ userId, at }: { userId: string; at: number }): Promise<void> {
  await sleep(Math.max(1, at - Date.now()));
  await sendReminder({ userId, workflowNow: Date.now(), atOnce: false });
}

const seen = defineSignal('seen');

/** Hears of every sign of life and sets its timer again, to show what daily activity costs that way. */
export async function naiveRearming(): Promise<void> {
  let again = false;
  setHandler(seen, () => {
    again = true;
  });
  do {
    again = false;
  } while (await condition(() => again, '90 days'));
}
