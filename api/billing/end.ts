/** Ends everything at Stripe that would keep charging the owner of a deleted account. */
import { Subscription } from '../../db/entities/subscription.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { answerOf, type Payments } from './payments.ts';
import { isOpen } from './state.ts';

/** Stripe refuses to end a subscription that is already over or missing. Then there is nothing to do. */
const orOver = async ({ errors }: Payments, ending: Promise<unknown>): Promise<void> => {
  await ending.catch((error: unknown) => {
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
  });
};

/**
 * Ends the account's subscription at once, and a checkout that may still be open.
 *
 * @throws Problem `dependency_unavailable` if Stripe cannot be asked: deleting later is better than charging for ever
 */
export async function endSubscription(deps: ApiDeps, em: EntityManager, userId: string): Promise<void> {
  const { payments, log } = deps;
  const row = payments && (await em.findOne(Subscription, { userId }));
  if (!payments || !row) return;
  const { subscriptions, checkout } = payments.stripe;
  const end = (ending: Promise<unknown>) => answerOf(payments, log, orOver(payments, ending));
  if (row.checkoutId) await end(checkout.sessions.expire(row.checkoutId));
  if (row.subscriptionId && isOpen(row.status)) await end(subscriptions.cancel(row.subscriptionId));
}
