/**
 * One owner's switch: look, step, wait. It reads the row and asks the planner what is due, takes that step, and waits
 * until the planner's next moment or a change. The state is in the row and only the timer is here, so a run can be
 * lost, repeated or replayed without harm.
 *
 * Before you change it: this code also continues runs that older versions began up to 455 days ago. The rules are in
 * docs/operations.md, "Changing the workflow", and test/replay replays what those versions wrote.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities, Look, StepInput } from '../activities/index.ts';
import { SWITCH_CHANGED, type SwitchChanged, type SwitchInput } from './contract.ts';

/** "Look again." Level-triggered: the handler only sets a flag. */
const switchChanged = defineSignal<[SwitchChanged]>(SWITCH_CHANGED);

const switchStatus = defineSearchAttributeKey('SwitchStatus', SearchAttributeType.KEYWORD);
const nextDeadline = defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME);

/** After this a run continues as new, so that old code paths can eventually be removed. */
const LONGEST_RUN_MS = 365 * 86_400_000;

/** Tried first, within the workflow's own task: this costs the server one event instead of three. */
const local = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  retry: { maximumAttempts: 1 },
});
/** Tried next, by the server, which retries without limit, and without an event per attempt. */
const remote = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * If a newer worker names a step that this code doesn't know, a newer one will take it. Until then, look this often.
 */
const UNKNOWN_STEP_MS = 3_600_000;

/** The step for each thing that can be due. */
const STEPS = {
  reminder: 'remind',
  final_notice: 'giveFinalNotice',
  end_grace: 'endGracePeriod',
  invite: 'inviteSuccessors',
  access_reminder: 'remindReaders',
  complete: 'completeHandover',
  pause_reminder: 'remindPaused',
  end_pause: 'endPause',
} as const;

type SwitchStep = 'look' | (typeof STEPS)[keyof typeof STEPS];

/** @returns what is due after it; null once the account is gone */
async function take(step: SwitchStep, userId: string): Promise<Look | null> {
  const input = (atOnce: boolean): StepInput => ({ userId, workflowNow: Date.now(), atOnce });
  for (;;) {
    try {
      return await local[step](input(true));
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
    try {
      return await remote[step](input(false));
    } catch (error) {
      if (isCancellation(error)) throw error;
      await sleep('5 minutes', { summary: `${step} failed: trying again` });
    }
  }
}

export async function switchWorkflow(input: SwitchInput): Promise<void> {
  let changed = false;
  setHandler(switchChanged, () => {
    changed = true;
  });
  const { userId } = input;
  const startedAt = Date.now();
  let cycle: number | null = null;
  let shown = '';

  for (;;) {
    changed = false;
    let look = await take('look', userId);
    cycle ??= look?.epoch ?? null;
    while (look !== null && look.due in STEPS) {
      setCurrentDetails(`${look.status}, taking the step: ${look.due}`);
      look = await take(STEPS[look.due as keyof typeof STEPS], userId);
    }
    if (look) show(look);
    if (look === null || look.due === 'nothing') {
      if (changed) continue;
      return;
    }
    const newCycle = look.status === 'armed' && look.epoch !== cycle;
    if (newCycle || workflowInfo().continueAsNewSuggested || Date.now() - startedAt > LONGEST_RUN_MS) {
      await continueAsNew<typeof switchWorkflow>(input);
    }
    const isWait = look.due === 'wait' || look.due === 'hold';
    const waitMs = isWait ? Math.max(1, look.wakeAt - Date.now()) : UNKNOWN_STEP_MS;
    const summary = `${look.status}: ${look.waitingFor}`;
    await condition(() => changed, waitMs, { summary });
  }

  /** Shows operators where the switch is: status and next deadline to search by, details to read. Nothing personal. */
  function show({ status, deadline, waitingFor }: Look): void {
    setCurrentDetails(`${status}, waiting for ${waitingFor}`);
    const now = `${status} ${deadline}`;
    if (now === shown) return;
    shown = now;
    upsertSearchAttributes([
      { key: switchStatus, value: status },
      { key: nextDeadline, value: deadline === null ? null : new Date(deadline) },
    ]);
  }
}
