/** Ends everything at Stripe that would keep charging the owner of a deleted account. */
import { Subscription } from '../../db/entities/subscription.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { answerOf, type Payments } from './payments.ts';
import { isOpen } from './state.ts';

/** Stripe refuses to end what is already over, paid or missing. Then there is nothing to do. */
const orOver = <T>({ errors }: Payments, asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
    return null;
  });

/**
 * Ends the account's subscriptions at once, after a checkout that may still be open. Stripe knows of all of them: we may
 * not have heard yet that a checkout was paid, and of two subscriptions we know one.
 *
 * @throws Problem `dependency_unavailable` if Stripe cannot be asked: deleting later is better than charging for ever
 */
export async function endSubscription(
  { payments, log }: Pick<ApiDeps, 'payments' | 'log'>,
  em: EntityManager,
  userId: string,
): Promise<void> {
  const row = payments && (await em.findOne(Subscription, { userId }));
  if (!payments || !row) return;
  const { subscriptions, checkout } = payments.stripe;
  const ask = <T>(asked: Promise<T>) => answerOf(payments, log, orOver(payments, asked));
  if (row.checkoutId) await ask(checkout.sessions.expire(row.checkoutId));
  const { customerId: customer, subscriptionId } = row;
  // Those that have been cancelled are left out.
  const listed = customer ? await ask(subscriptions.list({ customer, limit: 100 })) : null;
  const open = new Set(listed?.data.map(({ id }) => id));
  if (subscriptionId && isOpen(row.status)) open.add(subscriptionId);
  for (const id of open) await ask(subscriptions.cancel(id));
}
