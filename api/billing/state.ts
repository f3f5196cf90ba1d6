/** Decides an account's plan from Stripe's description of its subscriptions. Pure. */
import type { PaidPlan } from './plans.ts';

/** A subscription as Stripe describes it now. */
export interface ObservedSubscription {
  id: string;
  /** In Stripe's words: active, trialing, past_due, unpaid, canceled, incomplete, … */
  status: string;
  /** The plan of its price; null for a price we do not know. */
  plan: PaidPlan | null;
  /** When it began, in milliseconds. */
  createdAt: number;
  /** The end of the paid period, in milliseconds. */
  currentPeriodEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

/** The state that we store, of the subscription that applies. */
export interface BillingState {
  subscriptionId: string;
  status: string;
  /** The plan that is paid for; null if none is. */
  plan: PaidPlan | null;
  currentPeriodEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

/** Something the operator has to look into. */
export type BillingWarning = 'unknown_price' | 'several_subscriptions';

export interface BillingDecision {
  /** Null if nothing changes. */
  state: BillingState | null;
  warnings: BillingWarning[];
}

/**
 * A plan is still paid while it is `past_due`: Stripe keeps trying to collect, and ends the subscription when it gives
 * up.
 */
const PAID: readonly string[] = ['active', 'trialing', 'past_due'];
/** Something can still be paid or cancelled at Stripe, so no second subscription may be bought. */
const OPEN: readonly string[] = [...PAID, 'unpaid', 'paused'];
const PLAN_RANK: Readonly<Record<PaidPlan, number>> = { pro: 1, family: 2 };

export const isOpen = (status: string | null | undefined): boolean => status != null && OPEN.includes(status);

/** Prefers the one that is paid for, then the larger plan if both are, then the newer. */
const rankOf = ({ status, plan, createdAt }: ObservedSubscription): [number, number, number] => [
  PAID.includes(status) ? 2 : OPEN.includes(status) ? 1 : 0,
  PAID.includes(status) && plan ? PLAN_RANK[plan] : 0,
  createdAt,
];

function higherRanked(a: ObservedSubscription, b: ObservedSubscription): ObservedSubscription {
  const [x, y] = [rankOf(a), rankOf(b)];
  const i = x.findIndex((part, k) => part !== y[k]);
  return i >= 0 && (x[i] ?? 0) < (y[i] ?? 0) ? b : a;
}

/**
 * @param observed every known subscription of the account, as Stripe describes it now. The event that made us ask,
 *   and the order of events, do not matter.
 */
export function nextBillingState(observed: readonly ObservedSubscription[]): BillingDecision {
  const paid = observed.filter(({ status }) => PAID.includes(status));
  const warnings: BillingWarning[] = paid.length > 1 ? ['several_subscriptions'] : [];
  if (paid.some(({ plan }) => plan === null)) warnings.push('unknown_price');
  // Someone pays for something we do not know: neither grant nor take a plan for it.
  const known = observed.filter(({ status, plan }) => plan !== null || !PAID.includes(status));
  if (known.length < observed.length && !known.some(({ status }) => PAID.includes(status))) {
    return { state: null, warnings };
  }
  if (known.length === 0) return { state: null, warnings };
  const { id, status, plan, currentPeriodEnd, cancelAtPeriodEnd } = known.reduce(higherRanked);
  return {
    state: {
      subscriptionId: id,
      status,
      plan: PAID.includes(status) ? plan : null,
      currentPeriodEnd,
      cancelAtPeriodEnd,
    },
    warnings,
  };
}
