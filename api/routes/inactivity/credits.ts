/** Why a deadline moved: the outages behind what was credited, each with its share. */
import type { Outages } from '../../../db/liveness.ts';
import type { Interval } from '../../../switch/plan.ts';
import { type SwitchState, silenceStart } from '../../../switch/state.ts';
import type { Planned } from './planned.ts';

export type CreditReason = 'api_down' | 'public_address_down' | 'mail_down';

export interface Credit extends Interval {
  reason: CreditReason;
  /** What of it was added to the deadline: a moment that two outages share is added once. */
  creditedMs: number;
}

/** The latest outages are told one by one; the sum is always that of all. */
export const MOST_CREDITS = 100;

/** Before the final notice mail counts for nothing; in the grace period an owner needs both. */
function stretches(status: SwitchState['status'], { api, mail, public: address }: Outages) {
  const of = (reason: CreditReason, list: readonly Interval[] = []) =>
    list.map((interval) => ({ ...interval, reason }));
  switch (status) {
    case 'armed':
    case 'reminding':
      return [...of('api_down', api), ...of('public_address_down', address)];
    case 'grace_period':
      return [...of('api_down', api), ...of('public_address_down', address), ...of('mail_down', mail)];
    default:
      return [];
  }
}

/**
 * @param planned what the planner made of the same outages; its credit is shared out in the order of time, so that
 *   the shares add up to it, and those beyond its limit are nothing
 * @returns oldest first, at most `MOST_CREDITS`, the latest of them
 */
export function creditsOf(state: SwitchState, { creditedMs, outages }: Planned): Credit[] {
  let left = creditedMs;
  // What the planner credits from: an outage before it, or the part of one, moved nothing that still counts.
  let reached = state.finalNoticeAt ?? state.ownerAliveAt ?? silenceStart(state);
  return stretches(state.status, outages)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, reason }) => {
      const share = Math.min(left, Math.max(0, to - Math.max(from, reached)));
      reached = Math.max(reached, to);
      left -= share;
      return { from, to, reason, creditedMs: share };
    })
    .slice(-MOST_CREDITS);
}
