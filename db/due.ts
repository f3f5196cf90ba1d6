/** Asks the planner what is due for one owner now, by the present rows, clocks and outages. */
import { type Conditions, type Hold, MAX_CLOCK_SKEW_MS, type Plan, plan } from '../switch/plan.ts';
import { type Rules, silenceStart } from '../switch/state.ts';
import { gapsIn, type Outages } from './liveness.ts';
import { type LoadedSwitch, loadForStep } from './load-switch.ts';
import type { EntityManager } from './orm.ts';
import { ClockUntrusted } from './trusted-clock.ts';

export interface DueDeps {
  /** Domain time in milliseconds. Throws ClockUntrusted if it can't be trusted. */
  clock: () => number | Promise<number>;
  /** A second opinion on the time; in production the database's. */
  referenceClock: () => Promise<number>;
  /** When API, mail, the public address and the mailbox for returned mail could not be reached. */
  outages: (from: number, to: number) => Promise<Outages>;
  /** Null while no mail server is configured. */
  mailer: object | null;
  rules: Rules;
}

/** Whose switch, and what time a workflow believes it is. */
export interface DueQuery {
  userId: string;
  /** Left out if no workflow waits for the answer. */
  workflowNow?: number;
  /** Whether this runs as soon as `workflowNow` was read, so that the two clocks can be compared both ways. */
  atOnce?: boolean;
}

export interface DueResult {
  loaded: LoadedSwitch;
  conditions: Conditions;
  now: number;
  plan: Plan;
  /** The second opinion on the time. */
  reference: number;
}

/** This process's time; null while it cannot be trusted. */
async function ownTime({ clock }: DueDeps): Promise<number | null> {
  try {
    return await clock();
  } catch (error) {
    if (error instanceof ClockUntrusted) return null;
    throw error;
  }
}

/** Clocks that disagree put the switch on hold: nobody can say then whether a grace period is over. */
function clockHolds(now: number, reference: number, { workflowNow = now, atOnce }: DueQuery): Hold[] {
  const behind = workflowNow - now;
  const apart = Math.max(Math.abs(now - reference), atOnce ? Math.abs(behind) : behind);
  return apart > MAX_CLOCK_SKEW_MS ? ['clock_skew'] : [];
}

/** @returns null once the account is gone */
export async function whatIsDue(
  deps: DueDeps,
  em: EntityManager,
  query: DueQuery,
): Promise<DueResult | null> {
  const clock = await ownTime(deps);
  const found = await loadForStep(em, query.userId);
  if (!found) return null;
  const { loaded, judged } = found;
  const reference = await deps.referenceClock();
  const holds: Hold[] = clock === null ? ['clock_skew'] : clockHolds(clock, reference, query);
  const trusted = clock ?? reference;
  // To a worker whose clock is a little behind the workflow's, the timer must not seem to have fired too early.
  const now = holds.length > 0 ? trusted : Math.max(trusted, query.workflowNow ?? trusted);
  const since = loaded.state.finalNoticeAt ?? silenceStart(loaded.state);
  const outages = await deps.outages(since, now);
  const conditions: Conditions = {
    ...gapsIn(outages),
    holds: [
      ...holds,
      ...(judged ? [] : (['database_changed'] as const)),
      ...(deps.mailer ? [] : (['mail_unconfigured'] as const)),
    ],
  };
  return { loaded, conditions, now, plan: plan(loaded.state, now, deps.rules, conditions), reference };
}
