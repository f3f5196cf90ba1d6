/**
 * One owner's switch, as a durable wait: look at the row, wait until the planner's next moment or until something
 * changed, act, look again. The row holds the verdict; this workflow holds only the time, so that it may be lost,
 * doubled or replayed without any harm.
 *
 * Before you change it: runs that older versions began are continued by this code, for more than a year. The rule is in
 * docs/operations.md, "Changing the workflow"; test/replay replays what those versions wrote.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities, StepInput } from '../activities/index.ts';
import { SWITCH_CHANGED, type SwitchChanged, type SwitchInput } from './contract.ts';

/** "Look again." Level-triggered: the handler only sets a flag. */
export const switchChanged = defineSignal<[SwitchChanged]>(SWITCH_CHANGED);

const switchState = defineSearchAttributeKey('SwitchState', SearchAttributeType.KEYWORD);
const nextDeadline = defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME);

/** No code path has to live longer than this. */
const LONGEST_RUN_MS = 365 * 86_400_000;

/** First within the workflow's own task, which costs the server one event instead of three. */
const local = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  retry: { maximumAttempts: 2, initialInterval: '250 ms' },
});
/** One local try for what is done: a mail that was refused tells when to be tried again, and that is the server's. */
const localOnce = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  retry: { maximumAttempts: 1 },
});
/** Then by the server, without end and without an event per try: a day without a database is one event. */
const remote = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** The warnings that wait for the mail server's word, which may take minutes. */
const patient = proxyActivities<Activities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** Each activity as the server tries it. Named one by one: what `proxyActivities` returns cannot be spread. */
const { look, endGrace, askSuccessors, completeHandover, remindPaused, endPause } = remote;
const { sendReminder, sendFinalNotice, retryFinalNotice } = patient;
const byServer = {
  look,
  sendReminder,
  sendFinalNotice,
  retryFinalNotice,
  endGrace,
  askSuccessors,
  completeHandover,
  remindPaused,
  endPause,
};

/** What is done about each thing that can be due. */
const ACTION = {
  reminder: 'sendReminder',
  final_notice: 'sendFinalNotice',
  final_notice_again: 'retryFinalNotice',
  end_grace: 'endGrace',
  invite: 'askSuccessors',
  ask: 'askSuccessors',
  complete: 'completeHandover',
  pause_reminder: 'remindPaused',
  end_pause: 'endPause',
} as const;

/** Does something locally, then remotely until it succeeds. Only a cancelled workflow gets an error out of it. */
async function persistently<T>(
  userId: string,
  here: typeof local,
  work: (activities: Pick<Activities, keyof typeof byServer>, input: StepInput) => Promise<T>,
): Promise<T> {
  try {
    return await work(here as Activities, { userId, workflowNow: Date.now(), atOnce: true });
  } catch (error) {
    if (isCancellation(error)) throw error;
    return work(byServer, { userId, workflowNow: Date.now(), atOnce: false });
  }
}

export async function switchWorkflow(input: SwitchInput): Promise<void> {
  let changed = false;
  setHandler(switchChanged, () => {
    changed = true;
  });
  const { userId } = input;
  const startedAt = Date.now();
  let firstEpoch: number | null = null;
  let shown = '';
  let acted = '';

  for (;;) {
    changed = false;
    const look = await persistently(userId, local, (activities, step) => activities.look(step));
    if (look === null || look.due === 'nothing') {
      if (look) show(look.status, null, look.waitingFor);
      if (changed) continue;
      return;
    }
    show(look.status, look.deadline, look.waitingFor);

    const newCycle = firstEpoch !== null && look.status === 'armed' && look.epoch !== firstEpoch;
    firstEpoch ??= look.epoch;
    if (newCycle || workflowInfo().continueAsNewSuggested || Date.now() - startedAt > LONGEST_RUN_MS) {
      await continueAsNew<typeof switchWorkflow>(input);
    }

    if (look.due === 'wait' || look.due === 'hold') {
      const summary = `${look.status}: ${look.waitingFor}`;
      await condition(() => changed, Math.max(1, look.wakeAt - Date.now()), { summary });
    } else if (acted === `${look.due} ${look.seq}`) {
      // The step was not taken although it is due: never spin, whatever the reason.
      acted = '';
      await condition(() => changed, '1 minute', { summary: `${look.status}: trying again` });
    } else {
      acted = `${look.due} ${look.seq}`;
      const action = ACTION[look.due];
      await unlessChanged(() =>
        persistently(userId, localOnce, (activities, step) => activities[action](step)),
      );
    }
  }

  /** Gives up an action that is being tried again once the owner was seen; what it did so far stands. */
  async function unlessChanged(work: () => Promise<void>): Promise<void> {
    const scope = new CancellationScope();
    const done = scope.run(work).catch((error: unknown) => {
      if (!scope.consideredCancelled || !changed) throw error;
    });
    await Promise.race([done, condition(() => changed)]);
    if (changed) scope.cancel();
    await done;
  }

  /** For operators: state and next deadline are searchable, the details readable; none of it is personal. */
  function show(status: string, deadline: number | null, waitingFor: string): void {
    const now = `${status} ${deadline}`;
    setCurrentDetails(`${status}, waiting for ${waitingFor}`);
    if (now === shown) return;
    shown = now;
    upsertSearchAttributes([
      { key: switchState, value: status },
      { key: nextDeadline, value: deadline === null ? null : new Date(deadline) },
    ]);
  }
}
