/** How many events an owner costs Temporal in a year, computed from those of single wakes. */
import type { Client } from '@temporalio/client';
import { switchWorkflowId } from '../../workflows/contract.ts';
import { NAIVE_QUEUES } from './naive.ts';

const DAYS = 365;
/** With the defaults, an owner who is seen daily is looked at after 75% of 90 days. */
const WAKES = DAYS / 67.5;

/** The events of an owner's run, and how many came after a moment. */
export async function eventsSince(client: Client, userId: string, moment: number) {
  const { events } = await client.workflow.getHandle(switchWorkflowId(userId)).fetchHistory();
  const all = events ?? [];
  const since = all.filter(({ eventTime }) => Number(eventTime?.seconds ?? 0) * 1_000 >= moment - 999);
  return { all: all.length, since: since.length };
}

/** Events per sign of life of a workflow that receives each one and sets its timer again. */
export async function eventsPerNaiveSign(client: Client): Promise<number> {
  const SIGNS = 20;
  const handle = await client.workflow.start('naiveRearming', {
    taskQueue: NAIVE_QUEUES.naive,
    workflowId: 'naive-rearming',
  });
  const length = async () => (await handle.describe()).historyLength;
  const settled = async (above: number) => {
    // A signal brings six events; the last is the start of the new timer.
    for (;;) {
      const { events = [] } = await handle.fetchHistory();
      const last = events?.at(-1);
      if ((events?.length ?? 0) > above && last?.timerStartedEventAttributes) return length();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const first = await settled(0);
  let reached = first;
  for (let sign = 0; sign < SIGNS; sign += 1) {
    await handle.signal('seen');
    reached = await settled(reached);
  }
  await handle.terminate();
  return (reached - first) / SIGNS;
}

export interface EventCounts {
  /** A wake of an armed owner that finds a sign of life and waits again. */
  quietWake: number;
  /** A new run up to its first timer, with the end of the old one. */
  newRun: number;
  /** A wake that sends a reminder and waits for the next. */
  reminderWake: number;
  naiveSign: number;
}

/** Events a year of an owner who is seen every day. */
export const perYear = ({ quietWake, newRun, naiveSign }: EventCounts) => ({
  ours: WAKES * quietWake + newRun + 1,
  naive: DAYS * naiveSign,
});
