/** Billing: what an account pays for, and the way to the payment provider's pages. */
import { Subscription } from '../../../db/entities/subscription.ts';
import { User } from '../../../db/entities/user.ts';
import { answerOf, nullIfMissing, requirePayments } from '../../billing/payments.ts';
import { usageOf } from '../../billing/plan-limits.ts';
import { planOf, plansOf } from '../../billing/plans.ts';
import { Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { checkout } from './checkout.ts';
import { BillingStatus, OfferedPlans, PageUrl } from './schema.ts';
import { webhook } from './webhook.ts';

const offeredPlans = route('GET /billing/plans', {
  name: 'listPlans',
  summary: 'Get the plans and their limits, before opening an account',
  access: 'public',
  responses: { 200: OfferedPlans },
  ownTransactions: true,
  async handler({ deps: { payments, config } }) {
    return { body: { enabled: payments !== null, defaultPlan: config.DEFAULT_PLAN, plans: plansOf(config) } };
  },
});

const status = route('GET /billing/status', {
  name: 'getBillingStatus',
  summary: 'Get the plan, its limits and their use',
  description:
    'A smaller plan deletes nothing: existing data stays, but no more can be added. After a failed ' +
    'payment, status is `past_due` and the plan stays until the payment provider gives up.',
  access: 'session',
  responses: { 200: BillingStatus },
  async handler({ em, caller, deps }) {
    const userId = caller.user.id;
    const row = await em.findOne(Subscription, { userId });
    const user = await em.findOne(User, { id: userId }, { refresh: true });
    const plan = planOf(deps.config, user?.plan);
    const plans = plansOf(deps.config);
    return {
      body: {
        enabled: deps.payments !== null,
        plan,
        status: row?.status ?? null,
        currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
        cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
        limits: plans[plan],
        plans,
        usage: await usageOf(em, userId),
      },
    };
  },
});

const portal = route('POST /billing/portal', {
  name: 'openBillingPortal',
  summary: 'Change, pay for or cancel the subscription',
  description: 'Returns a page of the payment provider to open; invoices are there too.',
  access: 'session',
  responses: { 200: PageUrl },
  errors: ['no_subscription', 'billing_disabled', 'dependency_unavailable'],
  // No transaction stays open while the provider is asked.
  ownTransactions: true,
  async handler({ em, caller, deps }) {
    const payments = requirePayments(deps.payments);
    const row = await em.findOne(Subscription, { userId: caller.user.id });
    if (!row?.customerId || !row.subscriptionId) {
      throw new Problem('no_subscription', 'Start one with POST /billing/checkout.');
    }
    const { FRONTEND_URL } = deps.config;
    const created = payments.stripe.billingPortal.sessions.create({
      customer: row.customerId,
      return_url: `${FRONTEND_URL}/account/plan`,
    });
    const page = await answerOf(payments, deps.log, nullIfMissing(payments, created, 'customer'));
    if (!page) {
      throw new Problem(
        'no_subscription',
        'The payment provider no longer knows this subscription. Ask the people who run this service.',
      );
    }
    return { body: { url: page.url } };
  },
});

export const billingRoutes = tagged('Billing', [offeredPlans, status, checkout, portal, webhook]);
