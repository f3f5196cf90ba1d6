/** What the planner says of a loaded switch, for answers: the same planner that the workflow acts on. */
import { mailConfigured } from '../config.ts';
import { type Outages, unreachable } from '../db/liveness.ts';
import type { EntityManager } from '../db/orm.ts';
import type { LoadedSwitch } from '../db/switch.ts';
import { type Conditions, type Plan, plan, silenceStart } from '../workflows/contract.ts';
import type { ApiDeps } from './deps.ts';

export interface Planned extends Plan {
  conditions: Conditions;
  outages: Outages;
}

/** @param em the caller's own, so that one request never holds two connections */
export async function planned(
  deps: Pick<ApiDeps, 'config' | 'outages' | 'rules'>,
  em: EntityManager,
  { state }: LoadedSwitch,
  now: Date,
): Promise<Planned> {
  const at = now.getTime();
  const outages = await deps.outages(state.finalNoticeAt ?? silenceStart(state), at, em);
  const conditions: Conditions = {
    apiGaps: unreachable(outages),
    mailGaps: outages.mail,
    holds: mailConfigured(deps.config) ? [] : ['mail_unconfigured'],
  };
  return { ...plan(state, at, deps.rules, conditions), conditions, outages };
}

/** A moment of the planner on the wire. */
export const toMoment = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
