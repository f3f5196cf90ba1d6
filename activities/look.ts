/** What the workflow is told after each look and each step: enough to wait or to act, and nothing about any person. */
import { type Due, whatIsDue } from '../db/due.ts';
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
  due: Due['plan']['due']['kind'];
  /** When to look again if nothing happens. */
  wakeAt: number;
  deadline: number | null;
  /** What the wait is for, in words for an operator. */
  waitingFor: string;
}

/** When the workflow looks again by its own clock, and what that moment is called in the database. */
interface NextLook {
  wakeAt: number;
  promised: number;
}

/**
 * By a worker's wrong clock the next moment may be years ahead, or so long ago that the workflow would look again and
 * again without a pause: while the clocks disagree it is an hour from now, by the clock of whoever waits.
 */
function nextLook({ rules }: ActivityDeps, found: Due, { workflowNow }: StepInput): NextLook {
  const { loaded, conditions, now, plan, reference } = found;
  if (conditions.holds.includes('clock_skew') && plan.due.kind !== 'nothing') {
    const hour = Math.ceil(rules.dayMs / 24);
    return { wakeAt: workflowNow + hour, promised: Math.round(reference) + hour };
  }
  const at = lookAgainAt(loaded.state, plan.due, now, rules, conditions);
  return { wakeAt: at, promised: at };
}

/** The moment that the row names for the next look: null where there is nothing to look for. */
export const nextEventAt = (deps: ActivityDeps, found: Due, input: StepInput): Date | null =>
  found.plan.due.kind === 'nothing' ? null : new Date(nextLook(deps, found, input).promised);

/** Says what is due, or what to wait for, and keeps the moment in the row. @param noted the row has it already */
export async function tellDue(
  deps: ActivityDeps,
  em: EntityManager,
  found: Due,
  input: StepInput,
  noted = false,
): Promise<Look> {
  const { loaded, plan } = found;
  if (!noted) await noteNextEvent(em, input.userId, loaded.seq, nextEventAt(deps, found, input));
  return {
    status: loaded.state.status,
    epoch: loaded.state.epoch,
    seq: loaded.seq,
    due: plan.due.kind,
    wakeAt: nextLook(deps, found, input).wakeAt,
    // Held, nobody can say when the time is up; it would move on with every look.
    deadline: plan.deadline === null || plan.due.kind === 'hold' ? null : Math.round(plan.deadline),
    waitingFor: waitingFor(loaded.state, plan.due),
  };
}

/** Waits for something else than the planner's next moment: a signal comes sooner, or nothing is to be done. */
export async function tellWait(
  deps: ActivityDeps,
  em: EntityManager,
  found: Due,
  input: StepInput,
  forMs: number,
  what: string,
): Promise<Look> {
  const look = await tellDue(deps, em, found, input, true);
  await noteNextEvent(em, input.userId, found.loaded.seq, new Date(Math.round(found.now + forMs)));
  return { ...look, due: 'wait', wakeAt: input.workflowNow + forMs, waitingFor: what };
}

/** As long as a switch that is not armed waits at most. */
export const longestWaitMs = ({ rules }: ActivityDeps): number => LONGEST_WAIT_DAYS.other * rules.dayMs;

/** A step that was not taken although it is due is tried again after this: nothing ever spins. */
const AGAIN_MS = 60_000;

/**
 * Looks again after a step.
 *
 * @param kind what the step was for
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
    ? tellWait(deps, em, found, input, AGAIN_MS, `${kind}, to be tried again`)
    : tellDue(deps, em, found, input);
}
