/** Buying a plan: a Stripe page, one at a time per account. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { Subscription, type SubscriptionRow } from '../../../db/entities/subscription.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { Caller } from '../../auth/caller.ts';
import { accountRow, applyEvent } from '../../billing/apply.ts';
import { factsOf } from '../../billing/events.ts';
import { observe } from '../../billing/observe.ts';
import { answerOf, nullIfMissing, type Payments, requirePayments } from '../../billing/payments.ts';
import type { PaidPlan } from '../../billing/plans.ts';
import { isOpen } from '../../billing/state.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { CheckoutBody, PageUrl } from './schema.ts';

/** How often to start again when another checkout of the same account was faster. */
const TRIES = 3;

/**
 * The current row.
 *
 * @throws Problem `already_subscribed`
 */
async function buyer(em: EntityManager, userId: string): Promise<SubscriptionRow> {
  const row = await accountRow(em, userId);
  if (!row) throw new Problem('unauthenticated');
  if (isOpen(row.status)) {
    throw new Problem('already_subscribed', 'Change or cancel the subscription with POST /billing/portal.');
  }
  return row;
}

/**
 * Creates the account's customer at Stripe and stores it. With the idempotency key, two simultaneous requests create
 * only one.
 *
 * @param lost the customer that Stripe no longer knows; null for the first one
 */
async function createCustomer(
  { log }: ApiDeps,
  payments: Payments,
  em: EntityManager,
  { id, email }: Caller['user'],
  lost: string | null,
): Promise<string> {
  const digest = createHash('sha256')
    .update(`${email}${lost ?? ''}`)
    .digest('hex')
    .slice(0, 16);
  const idempotencyKey = `customer/${id}/${digest}`;
  const made = payments.stripe.customers.create({ email, metadata: { userId: id } }, { idempotencyKey });
  const { id: customerId } = await answerOf(payments, log, made);
  await em.nativeUpdate(Subscription, { userId: id, customerId: lost }, { customerId });
  // Another request may have made one, or the account may have been deleted in the meantime.
  const kept = await em.findOne(Subscription, { userId: id }, { refresh: true });
  return kept?.customerId ?? customerId;
}

/**
 * The checkout started earlier. One that is still open for this plan is reused; one for another plan is closed, so that
 * nobody pays twice.
 *
 * @throws Problem `already_subscribed` if it was paid and Stripe's event has not been applied yet
 */
async function openBefore(
  deps: ApiDeps,
  payments: Payments,
  row: SubscriptionRow,
  plan: PaidPlan,
  now: Date,
): Promise<string | null> {
  if (!row.checkoutId) return null;
  const { log } = deps;
  const { sessions } = payments.stripe.checkout;
  const session = await answerOf(payments, log, nullIfMissing(payments, sessions.retrieve(row.checkoutId)));
  if (!session) return null;
  const { id, status, url, metadata } = session;
  if (status === 'complete') {
    const type = 'checkout.session.completed';
    const facts = factsOf({ id: `${id}/complete`, type, data: { object: session } });
    if (facts?.subscriptionId === row.subscriptionId) return null;
    // The event may never arrive.
    if (facts) await applyEvent(deps, payments, facts, now);
    // The bought subscription may already be over, and the row may be about another one.
    const bought = facts && (await observe(payments, log, facts.subscriptionId));
    if (bought && !isOpen(bought.status)) return null;
    throw new Problem('already_subscribed', 'Your payment is being confirmed. See GET /billing/status.');
  }
  if (status !== 'open') return null;
  if (metadata?.plan === plan && url) return url;
  await answerOf(payments, log, sessions.expire(id));
  return null;
}

const sessionFor = (
  { FRONTEND_URL }: ApiDeps['config'],
  { prices }: Payments,
  customer: string,
  userId: string,
  plan: PaidPlan,
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer,
  client_reference_id: userId,
  line_items: [{ price: prices[plan], quantity: 1 }],
  allow_promotion_codes: true,
  success_url: `${FRONTEND_URL}/account/plan?billing=success`,
  cancel_url: `${FRONTEND_URL}/account/plan?billing=cancelled`,
  metadata: { plan },
  subscription_data: { metadata: { userId } },
});

/** @returns null if another checkout has been started since, or the customer was unknown to Stripe: look again */
async function begin(
  deps: ApiDeps,
  payments: Payments,
  em: EntityManager,
  user: Caller['user'],
  plan: PaidPlan,
  now: Date,
): Promise<string | null> {
  const row = await buyer(em, user.id);
  // A copy: reading the row again below would change this object.
  const before = row.checkoutId ?? null;
  const open = await openBefore(deps, payments, row, plan, now);
  if (open) return open;
  const customer = row.customerId ?? (await createCustomer(deps, payments, em, user, null));
  const created = payments.stripe.checkout.sessions.create(
    sessionFor(deps.config, payments, customer, user.id, plan),
    // Two simultaneous clicks start one checkout. The key of the next checkout names this one.
    { idempotencyKey: `checkout/${customer}/${payments.prices[plan]}/${before ?? 'first'}` },
  );
  const begun = await answerOf(payments, deps.log, nullIfMissing(payments, created, 'customer'));
  if (!begun) {
    await createCustomer(deps, payments, em, user, customer);
    return null;
  }
  const noted = await em.execute<unknown[]>(
    `update subscription set checkout_id = ? where user_id = ? and
       (checkout_id is not distinct from ?::text or checkout_id = ?) returning 1`,
    [begun.id, user.id, before, begun.id],
  );
  if (noted.length === 1 && begun.url) return begun.url;
  await answerOf(payments, deps.log, payments.stripe.checkout.sessions.expire(begun.id));
  return null;
}

export const checkout = route('POST /billing/checkout', {
  name: 'startCheckout',
  summary: 'Start buying a plan',
  description:
    'Returns a page of the payment provider to open; promotion codes are entered there. The plan changes once ' +
    'the provider confirms the payment. Use POST /billing/portal to change an existing subscription.',
  access: 'session',
  body: CheckoutBody,
  responses: { 200: PageUrl },
  errors: ['already_subscribed', 'billing_disabled', 'dependency_unavailable'],
  // No transaction stays open while the provider is asked.
  ownTransactions: true,
  async handler({ em, caller, body, now, deps }) {
    const payments = requirePayments(deps.payments);
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const url = await begin(deps, payments, em, caller.user, body.plan, now);
      if (url) return { body: { url } };
    }
    throw new Problem('dependency_unavailable', 'Another checkout was started at the same time. Try again.', {
      retryAfter: 1,
    });
  },
});
