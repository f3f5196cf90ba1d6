/** What each look and each step reports to the workflow: enough to wait or to act, and nothing personal. */
import { type DueResult, whatIsDue } from '../db/due.ts';
import type { EntityManager } from '../db/orm.ts';
import { noteNextEvent } from '../db/switch.ts';
import { LONGEST_WAIT_DAYS, lookAgainAt } from '../switch/plan.ts';
import type { SwitchStatus } from '../switch/state.ts';
import type { ActivityDeps } from './deps.ts';
import type { StepInput } from './now.ts';
import { waitingFor } from './waiting-for.ts';

export interface Look {
  status: SwitchStatus;
  epoch: number;
  seq: number;
  due: DueResult['plan']['due']['kind'];
  /** When to look again if nothing happens. */
  wakeAt: number;
  deadline: number | null;
  /** The reason for the wait, in words for an operator. */
  waitingFor: string;
}

/** When the workflow looks again: `wakeAt` by its own clock, and `promised` as the row records it. */
interface NextLook {
  wakeAt: number;
  promised: number;
}

/**
 * A wrong clock could put the next look years ahead, or so far back that the workflow would look continuously. So while
 * the clocks disagree it is an hour from now, by the clock that the wait is measured with.
 */
function nextLook({ rules }: ActivityDeps, found: DueResult, { workflowNow }: StepInput): NextLook {
  const { loaded, conditions, now, plan, reference } = found;
  if (conditions.holds.includes('clock_skew') && plan.due.kind !== 'nothing') {
    const hour = Math.ceil(rules.dayMs / 24);
    return { wakeAt: workflowNow + hour, promised: Math.round(reference) + hour };
  }
  const at = lookAgainAt(loaded.state, plan.due, now, rules, conditions);
  return { wakeAt: at, promised: at };
}

/** When the workflow looks next, as the row records it; null if it has nothing to look for. */
export const nextEventAt = (deps: ActivityDeps, found: DueResult, input: StepInput): Date | null =>
  found.plan.due.kind === 'nothing' ? null : new Date(nextLook(deps, found, input).promised);

/** Reports what is due, or what to wait for, and records the next look. @param noted whether it is already recorded */
export async function reportDue(
  deps: ActivityDeps,
  em: EntityManager,
  found: DueResult,
  input: StepInput,
  noted = false,
): Promise<Look> {
  const { loaded, plan, now } = found;
  if (!noted) {
    const held = plan.due.kind === 'hold' ? { by: plan.due.holds, now } : null;
    await noteNextEvent(em, input.userId, loaded.seq, nextEventAt(deps, found, input), held);
  }
  return {
    status: loaded.state.status,
    epoch: loaded.state.epoch,
    seq: loaded.seq,
    due: plan.due.kind,
    wakeAt: nextLook(deps, found, input).wakeAt,
    // While the switch is on hold, the deadline isn't known: it would move with every look.
    deadline: plan.deadline === null || plan.due.kind === 'hold' ? null : Math.round(plan.deadline),
    waitingFor: waitingFor(loaded.state, plan.due),
  };
}

/**
 * Makes the workflow wait for `forMs` although something is due: a signal will wake it, or it's too soon to try again.
 */
export async function reportWait(
  deps: ActivityDeps,
  em: EntityManager,
  found: DueResult,
  input: StepInput,
  forMs: number,
  what: string,
): Promise<Look> {
  const look = await reportDue(deps, em, found, input, true);
  await noteNextEvent(em, input.userId, found.loaded.seq, new Date(Math.round(found.now + forMs)));
  return { ...look, due: 'wait', wakeAt: input.workflowNow + forMs, waitingFor: what };
}

/** The longest wait of a switch that isn't armed. */
export const longestWaitMs = ({ rules }: ActivityDeps): number => LONGEST_WAIT_DAYS.other * rules.dayMs;

/** A step that was due but not taken is tried again after this, so that the workflow never loops without a pause. */
const RETRY_STEP_MS = 60_000;

/**
 * Looks again after a step.
 *
 * @param kind what was due; if it still is, the step was not taken
 * @returns null once the account is gone
 */
export async function lookAfter(
  deps: ActivityDeps,
  em: EntityManager,
  input: StepInput,
  kind: Look['due'],
): Promise<Look | null> {
  const found = await whatIsDue(deps, em, input);
  if (!found) return null;
  return found.plan.due.kind === kind
    ? reportWait(deps, em, found, input, RETRY_STEP_MS, `another attempt at ${kind}`)
    : reportDue(deps, em, found, input);
}
