/** What follows from what Stripe says about an account's subscriptions: a pure decision. */
import type { PaidPlan } from './plans.ts';

/** A subscription as Stripe describes it at this moment. */
export interface Observed {
  id: string;
  /** Stripe's word: active, trialing, past_due, unpaid, canceled, incomplete, … */
  status: string;
  /** Which plan its price is; null for a price that is none of ours. */
  plan: PaidPlan | null;
  /** When it began, in milliseconds. */
  createdAt: number;
  /** When what is paid for ends, in milliseconds. */
  currentPeriodEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

/** What we keep of the subscription that counts. */
export interface BillingState {
  subscriptionId: string;
  status: string;
  /** The plan that is paid for; null when none is any more. */
  plan: PaidPlan | null;
  currentPeriodEnd: number | null;
  cancelAtPeriodEnd: boolean;
}

/** What whoever runs the service has to look at. */
export type BillingWarning = 'unknown_price' | 'several_subscriptions';

export interface BillingDecision {
  /** Null where everything stays as it is. */
  state: BillingState | null;
  warnings: BillingWarning[];
}

/** A plan is paid for, `past_due` included: Stripe still tries to collect, and ends it when it gives up. */
const PAID: readonly string[] = ['active', 'trialing', 'past_due'];
/** There is something that a person can still pay or cancel at Stripe, so that no second one may be bought. */
const OPEN: readonly string[] = [...PAID, 'unpaid', 'paused'];
const RANK: Readonly<Record<PaidPlan, number>> = { pro: 1, family: 2 };

export const isOpen = (status: string | null | undefined): boolean => status != null && OPEN.includes(status);

/** The one that is paid for before any other, then the larger plan, then the younger. */
const worth = ({ status, plan, createdAt }: Observed): [number, number, number] => [
  PAID.includes(status) ? 2 : OPEN.includes(status) ? 1 : 0,
  plan ? RANK[plan] : 0,
  createdAt,
];

function better(a: Observed, b: Observed): Observed {
  const [x, y] = [worth(a), worth(b)];
  const i = x.findIndex((part, k) => part !== y[k]);
  return i >= 0 && (x[i] ?? 0) < (y[i] ?? 0) ? b : a;
}

/**
 * @param observed every subscription of the account that is known of, each as Stripe describes it now. Which event
 *   made us ask, and in which order events came, does not matter.
 */
export function nextBillingState(observed: readonly Observed[]): BillingDecision {
  const paid = observed.filter(({ status }) => PAID.includes(status));
  const warnings: BillingWarning[] = paid.length > 1 ? ['several_subscriptions'] : [];
  if (paid.some(({ plan }) => plan === null)) warnings.push('unknown_price');
  // Somebody pays for something that we do not know: neither a plan is given for it nor one taken.
  const known = observed.filter(({ status, plan }) => plan !== null || !PAID.includes(status));
  if (known.length < observed.length && !known.some(({ status }) => PAID.includes(status))) {
    return { state: null, warnings };
  }
  if (known.length === 0) return { state: null, warnings };
  const { id, status, plan, currentPeriodEnd, cancelAtPeriodEnd } = known.reduce(better);
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
