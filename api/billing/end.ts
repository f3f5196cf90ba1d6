/** Ends everything at Stripe that would keep charging the owner of a deleted account. */
import { Subscription } from '../../db/entities/subscription.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { answerOf, createStripe, type StripeClient } from './payments.ts';
import { isOpen } from './state.ts';

/** Stripe refuses to end what is already over, paid or missing. Then there is nothing to do. */
const nullIfEnded = <T>({ errors }: StripeClient, request: Promise<T>): Promise<T | null> =>
  request.catch((error: unknown) => {
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
    return null;
  });

/**
 * Ends a checkout that may still be open, and then all of the account's subscriptions. It asks Stripe for them, because
 * we may not have heard yet that a checkout was paid, and know only one of two subscriptions. The secret key is enough
 * for that, even if paid plans are no longer offered.
 *
 * @throws Problem `dependency_unavailable` if Stripe cannot be asked: deleting later is better than charging for ever
 */
export async function endSubscription(
  { config, log, payments }: Pick<ApiDeps, 'config' | 'log'> & { payments?: StripeClient | null },
  em: EntityManager,
  userId: string,
): Promise<void> {
  const row = await em.findOne(Subscription, { userId });
  if (!row) return;
  const { customerId: customer, subscriptionId } = row;
  const client = payments ?? (await createStripe(config));
  if (!client) {
    if (subscriptionId && isOpen(row.status))
      log.error(
        { customer, subscriptionId },
        'PAYMENT_SECRET_KEY is not set: cancel this subscription at Stripe',
      );
    return;
  }
  const { subscriptions, checkout } = client.stripe;
  const ask = <T>(request: Promise<T>) => answerOf(client, log, nullIfEnded(client, request));
  if (row.checkoutId) await ask(checkout.sessions.expire(row.checkoutId));
  // Those that have been cancelled are left out.
  const listed = customer ? await ask(subscriptions.list({ customer, limit: 100 })) : null;
  const open = new Set(listed?.data.map(({ id }) => id));
  if (subscriptionId && isOpen(row.status)) open.add(subscriptionId);
  for (const id of open) await ask(subscriptions.cancel(id));
}
