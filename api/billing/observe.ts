/** Asks Stripe for the current state of a subscription, because events may be out of date. */

import type { Logger } from 'pino';
import { answerOf, nullIfMissing, type Payments } from './payments.ts';
import { PAID_PLANS } from './plans.ts';
import type { ObservedSubscription } from './state.ts';

const SECOND_MS = 1_000;

/** @returns null if Stripe does not know it */
export async function observe(
  payments: Payments,
  log: Logger,
  id: string,
): Promise<ObservedSubscription | null> {
  const { stripe, prices } = payments;
  const found = await answerOf(payments, log, nullIfMissing(payments, stripe.subscriptions.retrieve(id)));
  if (!found) return null;
  const paidFor = new Set(found.items.data.map(({ price }) => price.id));
  const ends = found.items.data.map(({ current_period_end }) => current_period_end);
  const currentPeriodEnd = ends.length > 0 ? Math.max(...ends) : null;
  return {
    id: found.id,
    status: found.status,
    plan: PAID_PLANS.findLast((plan) => paidFor.has(prices[plan])) ?? null,
    createdAt: found.created * SECOND_MS,
    currentPeriodEnd: currentPeriodEnd === null ? null : currentPeriodEnd * SECOND_MS,
    // Stripe's own page may end a subscription by a date instead of by the flag.
    cancelAtPeriodEnd:
      found.cancel_at_period_end ||
      (found.cancel_at !== null && currentPeriodEnd !== null && found.cancel_at <= currentPeriodEnd),
  };
}
