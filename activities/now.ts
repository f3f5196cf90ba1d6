/** What is due for one owner at this moment, by the planner, from the rows and clocks as they are. */
import { ApplicationFailure } from '@temporalio/common';
import { unreachable } from '../db/liveness.ts';
import type { EntityManager } from '../db/orm.ts';
import { type LoadedSwitch, loadSwitch } from '../db/switch.ts';
import { ClockUntrusted } from '../db/trusted-clock.ts';
import { type Conditions, type Hold, MAX_CLOCK_SKEW_MS, type Plan, plan } from '../switch/plan.ts';
import { silenceStart } from '../switch/state.ts';
import type { ActivityDeps } from './deps.ts';

/** Whose switch, and what time the workflow believes it is. */
export interface StepInput {
  userId: string;
  workflowNow: number;
  /** Whether this runs as soon as `workflowNow` was read, so that the two clocks can be compared both ways. */
  atOnce: boolean;
}

export interface Due {
  loaded: LoadedSwitch;
  conditions: Conditions;
  now: number;
  plan: Plan;
  /** The second opinion on the time. */
  reference: number;
}

/**
 * Whether this worker's clock can be trusted to date anything: what it writes down wrongly, others believe for years.
 *
 * @throws ApplicationFailure, retryable, while clock and second opinion are further apart than they may be
 */
export async function trustClock({ clock, referenceClock }: ActivityDeps): Promise<void> {
  const apart = Math.abs((await clock()) - (await referenceClock()));
  if (apart > MAX_CLOCK_SKEW_MS) throw tryAgain('clock_skew');
}

/** This worker's time; null while it cannot be trusted. */
async function ownTime({ clock }: ActivityDeps): Promise<number | null> {
  try {
    return await clock();
  } catch (error) {
    if (error instanceof ClockUntrusted) return null;
    throw error;
  }
}

/** Clocks that disagree hold the switch: nobody can say any more whether a grace period is over. */
function clockHolds(now: number, reference: number, { workflowNow, atOnce }: StepInput): Hold[] {
  const behind = workflowNow - now;
  const apart = Math.max(Math.abs(now - reference), atOnce ? Math.abs(behind) : behind);
  return apart > MAX_CLOCK_SKEW_MS ? ['clock_skew'] : [];
}

/** @returns null once the account is gone */
export async function whatIsDue(
  deps: ActivityDeps,
  em: EntityManager,
  input: StepInput,
): Promise<Due | null> {
  const clock = await ownTime(deps);
  const loaded = await loadSwitch(em, input.userId);
  if (!loaded) return null;
  const reference = await deps.referenceClock();
  const holds: Hold[] = clock === null ? ['clock_skew'] : clockHolds(clock, reference, input);
  // A worker a little behind the workflow must not find that its timer fired too early.
  const now = holds.length > 0 ? (clock ?? reference) : Math.max(clock ?? reference, input.workflowNow);
  const since = loaded.state.finalNoticeAt ?? silenceStart(loaded.state);
  const outages = await deps.outages(since, now);
  const conditions: Conditions = {
    apiGaps: unreachable(outages),
    mailGaps: outages.mail,
    holds: deps.mailer ? holds : [...holds, 'mail_unconfigured'],
  };
  return { loaded, conditions, now, plan: plan(loaded.state, now, deps.rules, conditions), reference };
}

/** Thrown where a step cannot be taken now but may be later; Temporal tries again. */
export const tryAgain = (why: string) => ApplicationFailure.retryable(why, 'TryAgain');
