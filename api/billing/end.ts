/** What an account that is deleted leaves at Stripe: nothing that goes on costing its owner money. */
import Stripe from 'stripe';
import { Subscription } from '../../db/entities/subscription.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { answerOf } from './payments.ts';
import { isOpen } from './state.ts';

/** Stripe's refusal to end what is over already, or is not there, is as good as an end. */
const orOver = async (ending: Promise<unknown>): Promise<void> => {
  await ending.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
};

/**
 * Ends the account's subscription at once, and the checkout that may still be open.
 *
 * @throws Problem `dependency_unavailable` while Stripe cannot be asked: better not deleted yet than charged for ever
 */
export async function endSubscription(deps: ApiDeps, em: EntityManager, userId: string): Promise<void> {
  const row = deps.payments && (await em.findOne(Subscription, { userId }));
  if (!deps.payments || !row) return;
  const { subscriptions, checkout } = deps.payments.stripe;
  if (row.checkoutId) await answerOf(deps.log, orOver(checkout.sessions.expire(row.checkoutId)));
  if (row.subscriptionId && isOpen(row.status)) {
    await answerOf(deps.log, orOver(subscriptions.cancel(row.subscriptionId)));
  }
}
