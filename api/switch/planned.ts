/** The plan for a loaded switch, for responses. The workflow uses the same planner. */
import { mailConfigured } from '../../config.ts';
import { isJudged } from '../../db/judgement.ts';
import { gapsIn, type Outages } from '../../db/liveness.ts';
import type { LoadedSwitch } from '../../db/load-switch.ts';
import { warningRefused } from '../../db/mail-problems.ts';
import type { EntityManager } from '../../db/orm.ts';
import { type Conditions, type Hold, type Plan, plan } from '../../switch/plan.ts';
import { silenceStart } from '../../switch/state.ts';
import type { ApiDeps } from '../deps.ts';

export interface Planned extends Plan {
  conditions: Conditions;
  /** Why the switch is on hold, for the owner. There are more reasons than the planner's own. */
  holds: Hold[];
  outages: Outages;
}

type PlanningDeps = Pick<ApiDeps, 'config' | 'outages' | 'rules'>;

/** @param em the caller's own, so that one request never holds two connections */
export async function planned(
  deps: PlanningDeps,
  em: EntityManager,
  current: LoadedSwitch,
  now: Date,
): Promise<Planned> {
  const { state, userId } = current;
  // Warnings are attempted until they are accepted, so the plan does not change; but the owner should know.
  const refused =
    (state.status === 'armed' || state.status === 'reminding') &&
    (await warningRefused(em, userId, state.epoch, new Date(silenceStart(state))));
  const waiting: Hold[] = [
    ...((await isJudged(em)) ? [] : (['database_changed'] as const)),
    ...(refused ? (['mail_refused'] as const) : []),
  ];
  return plannedWith(waiting, deps, current, now, em);
}

/** @param more why the switch is on hold, besides the reasons that this process or the switch's row knows */
export async function plannedWith(
  more: readonly Hold[],
  deps: PlanningDeps,
  { state, clocksDisagreed }: LoadedSwitch,
  now: Date,
  em?: EntityManager,
): Promise<Planned> {
  const at = now.getTime();
  const outages = await deps.outages(state.finalNoticeAt ?? silenceStart(state), at, em);
  const conditions: Conditions = {
    ...gapsIn(outages),
    holds: mailConfigured(deps.config) ? [] : ['mail_unconfigured'],
  };
  const found = plan(state, at, deps.rules, conditions);
  const isDue = !['nothing', 'wait'].includes(found.due.kind);
  const clocks: Hold[] = clocksDisagreed && isDue ? ['clock_skew'] : [];
  return { ...found, conditions, outages, holds: [...conditions.holds, ...clocks, ...more] };
}
/** A time of the planner, for a response. */
export const toMoment = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
