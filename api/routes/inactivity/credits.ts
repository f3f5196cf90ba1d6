/** Why a deadline moved: the outages behind the credit, each with its share. */
import type { Outages } from '../../../db/liveness.ts';
import type { Interval } from '../../../switch/plan.ts';
import { type SwitchState, silenceStart } from '../../../switch/state.ts';
import type { Planned } from '../../switch/planned.ts';

export type CreditReason = 'api_down' | 'public_address_down' | 'mail_down' | 'returns_unread';

export interface Credit extends Interval {
  reason: CreditReason;
  /** How much of it was added to the deadline. Time covered by two outages is added once. */
  creditedMs: number;
}

/** Only the latest outages are listed; the sum always covers all of them. */
export const MOST_CREDITS = 100;

/** Before the final notice, mail outages are not credited; in the grace period an owner needs both. */
function creditableOutages(status: SwitchState['status'], { api, mail, public: address, returns }: Outages) {
  const of = (reason: CreditReason, list: readonly Interval[] = []) =>
    list.map((interval) => ({ ...interval, reason }));
  switch (status) {
    case 'armed':
    case 'reminding':
      return [...of('api_down', api), ...of('public_address_down', address)];
    case 'grace_period':
      return [
        ...of('api_down', api),
        ...of('public_address_down', address),
        ...of('mail_down', mail),
        ...of('returns_unread', returns),
      ];
    default:
      return [];
  }
}

/**
 * @param planned the planner's result for the same outages. Its credit is distributed in chronological order, so that
 *   the shares add up to it; outages beyond its limit get nothing
 * @returns oldest first, the latest `MOST_CREDITS` at most
 */
export function creditsOf(state: SwitchState, { creditedMs, outages }: Planned): Credit[] {
  let left = creditedMs;
  // The planner credits from here: an earlier outage, or part of one, no longer matters.
  let reached = state.finalNoticeAt ?? state.ownerAliveAt ?? silenceStart(state);
  return creditableOutages(state.status, outages)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, reason }) => {
      const share = Math.min(left, Math.max(0, to - Math.max(from, reached)));
      reached = Math.max(reached, to);
      left -= share;
      return { from, to, reason, creditedMs: share };
    })
    .slice(-MOST_CREDITS);
}
