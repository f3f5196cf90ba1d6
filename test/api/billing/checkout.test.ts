import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { endSubscription } from '../../../api/billing/end.ts';
import { forgottenForPayments } from '../../../api/billing/payments.ts';
import { PLANS } from '../../../api/billing/plans.ts';
import { Subscription } from '../../../db/entities/subscription.ts';
import { openLoggedIn } from '../../support/builders/account.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import {
  deliver,
  PRICES,
  type StripeRequest,
  startStripe,
  stripeEvent,
} from '../../support/servers/stripe.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { use } from '../../support/use.ts';

const stripe = await use(startStripe);
const api = await useApi(stripe.env);
afterEach(() => {
  stripe.down = false;
  stripe.answers.clear();
});

const CREATE = 'POST /v1/checkout/sessions';
const checkout = (owner: BuiltOwner, plan = 'pro') => owner.browser.raw.post('/billing/checkout', { plan });
const rowOf = (owner: BuiltOwner) => api.em().findOne(Subscription, { userId: owner.id });

/** What Stripe was asked during this work. */
async function requestsDuring(work: () => Promise<unknown>): Promise<StripeRequest[]> {
  const before = stripe.requests.length;
  await work();
  return stripe.requests.slice(before);
}
const formOf = ({ form }: StripeRequest) => Object.fromEntries(form);
const named = (requests: StripeRequest[]) => requests.map(({ method, path }) => `${method} ${path}`);

/** Subscribes the account, with the event that Stripe sends. */
async function subscribe(owner: BuiltOwner, standing = {}): Promise<string> {
  const id = `sub_${randomUUID()}`;
  const customer = (await rowOf(owner))?.customerId ?? `cus_${randomUUID()}`;
  stripe.subscriptions.set(id, standing);
  const session = { subscription: id, customer, client_reference_id: owner.id };
  expect((await deliver(api, stripeEvent('checkout.session.completed', session))).status).toBe(200);
  return id;
}

describe('a checkout', () => {
  test.each(['pro', 'family'] as const)('of %s asks Stripe for a page to buy it on', async (plan) => {
    const owner = await buildOwner(api);
    stripe.answers.set(CREATE, (session) => ({ ...session, url: 'https://checkout.stripe.test/x' }));
    const requests = await requestsDuring(async () => {
      const reply = await checkout(owner, plan);
      expect([reply.status, reply.body]).toEqual([200, { url: 'https://checkout.stripe.test/x' }]);
    });
    expect(named(requests)).toEqual(['POST /v1/customers', CREATE]);
    const [customer, session] = requests;
    expect(formOf(customer!)).toEqual({ email: owner.email, 'metadata[userId]': owner.id });
    expect(formOf(session!)).toEqual({
      mode: 'subscription',
      customer: (await rowOf(owner))?.customerId,
      client_reference_id: owner.id,
      'line_items[0][price]': PRICES[plan],
      'line_items[0][quantity]': '1',
      allow_promotion_codes: 'true',
      success_url: 'https://vault.test/account/plan?billing=success',
      cancel_url: 'https://vault.test/account/plan?billing=cancelled',
      'metadata[plan]': plan,
      'subscription_data[metadata][userId]': owner.id,
    });
  });

  test('clicked twice at once makes one customer and one checkout, by their idempotency keys', async () => {
    const owner = await buildOwner(api);
    const open = {
      id: 'cs_clicked',
      status: 'open',
      url: 'https://checkout.stripe.test/c',
      metadata: { plan: 'pro' },
    };
    for (const path of [CREATE, 'GET /v1/checkout/sessions/cs_clicked']) {
      stripe.answers.set(path, (session) => ({ ...session, ...open }));
    }
    const requests = await requestsDuring(async () => {
      const replies = await Promise.all(Array.from({ length: 5 }, () => checkout(owner)));
      expect(replies.map(({ body }) => body.url)).toEqual(replies.map(() => open.url));
    });
    const keysOf = (path: string) =>
      new Set(requests.filter((each) => each.path === path).map((each) => each.idempotencyKey));
    expect(keysOf('/v1/customers').size).toBe(1);
    expect([...keysOf('/v1/checkout/sessions')]).toHaveLength(1);
    expect([...keysOf('/v1/customers'), ...keysOf('/v1/checkout/sessions')].join()).not.toContain(
      owner.email,
    );
  });

  test('that is still open for the same plan goes on; for another plan it is closed first', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    const { checkoutId, customerId } = (await rowOf(owner))!;
    const about = `/v1/checkout/sessions/${checkoutId}`;
    const open = (session: object) => ({
      ...session,
      status: 'open',
      url: 'https://checkout.stripe.test/open',
      metadata: { plan: 'pro' },
    });
    stripe.answers.set(`GET ${about}`, open);
    const same = await requestsDuring(async () => {
      expect((await checkout(owner)).body.url).toBe('https://checkout.stripe.test/open');
    });
    expect(named(same)).toEqual([`GET ${about}`]);
    const other = await requestsDuring(async () =>
      expect((await checkout(owner, 'family')).status).toBe(200),
    );
    expect(named(other)).toEqual([`GET ${about}`, `POST ${about}/expire`, CREATE]);
    expect(formOf(other[2]!).customer).toBe(customerId);
  });

  test('that was paid, with the event still on its way, is not offered again', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    const { checkoutId } = (await rowOf(owner))!;
    const paid = (session: object) => ({ ...session, status: 'complete', subscription: 'sub_on_its_way' });
    stripe.answers.set(`GET /v1/checkout/sessions/${checkoutId}`, paid);
    await expectRefused(
      api,
      () => owner.program.post('/billing/checkout', { plan: 'pro' }),
      'already_subscribed',
    );
  });

  test('that was paid gives the plan at the next attempt, even if the event never arrives', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    const { checkoutId, customerId } = (await rowOf(owner))!;
    const subscription = `sub_${randomUUID()}`;
    stripe.subscriptions.set(subscription, { price: PRICES.family });
    const paid = (session: object) => ({
      ...session,
      status: 'complete',
      subscription,
      customer: customerId,
    });
    stripe.answers.set(`GET /v1/checkout/sessions/${checkoutId}`, paid);
    await expectProblem(checkout(owner, 'family'), '409 already_subscribed');
    expect((await owner.browser.get('/billing/status')).body).toMatchObject({
      plan: 'family',
      status: 'active',
    });
    const requests = await requestsDuring(() => expectProblem(checkout(owner), '409 already_subscribed'));
    expect(requests).toEqual([]);
  });

  test('that was paid and cancelled before any event arrived leaves the account free to buy again', async () => {
    const owner = await buildOwner(api);
    await subscribe(owner, { status: 'canceled', price: PRICES.family, created: 1_800_000_000 });
    await checkout(owner);
    const { checkoutId, customerId } = (await rowOf(owner))!;
    const subscription = `sub_${randomUUID()}`;
    stripe.subscriptions.set(subscription, { status: 'canceled' });
    const path = `GET /v1/checkout/sessions/${checkoutId}`;
    const paid = { status: 'complete', subscription, customer: customerId, client_reference_id: owner.id };
    stripe.answers.set(path, (session) => ({ ...session, ...paid }));
    stripe.answers.set(CREATE, (session) => ({ ...session, id: 'cs_again' }));
    expect((await checkout(owner)).status).toBe(200);
    expect((await rowOf(owner))?.checkoutId).toBe('cs_again');
  });

  test.each(['active', 'trialing', 'past_due', 'unpaid'])(
    'beside a subscription that is %s is refused',
    async (status) => {
      const owner = await buildOwner(api);
      await subscribe(owner, { status });
      const requests = await requestsDuring(async () => {
        const reply = await owner.program.post('/billing/checkout', { plan: 'family' });
        await expectProblem(reply, '409 already_subscribed');
        expect(reply.body.detail).toContain('/billing/portal');
      });
      expect(requests).toEqual([]);
    },
  );

  test('after a subscription that ended is for the same customer', async () => {
    const owner = await buildOwner(api);
    await subscribe(owner, { status: 'canceled' });
    const { customerId } = (await rowOf(owner))!;
    const requests = await requestsDuring(async () => expect((await checkout(owner)).status).toBe(200));
    expect(named(requests)).toEqual([CREATE]);
    expect(formOf(requests[0]!).customer).toBe(customerId);
  });

  test('of a customer that Stripe no longer knows, as after a change of keys, is for a new one', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    const { checkoutId, customerId: lost } = (await rowOf(owner))!;
    const missing = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' };
    stripe.answers.set(`GET /v1/checkout/sessions/${checkoutId}`, () => ({ error: missing }));
    stripe.answers.set('POST /v1/customers', (customer) => ({ ...customer, id: `cus_${randomUUID()}` }));
    stripe.answers.set(CREATE, (session) =>
      stripe.requests.at(-1)?.form.get('customer') === lost
        ? { error: { ...missing, param: 'customer' } }
        : session,
    );
    const requests = await requestsDuring(async () => expect((await checkout(owner)).status).toBe(200));
    expect(requests.filter(({ path }) => path === '/v1/customers')).toHaveLength(1);
    const { customerId } = (await rowOf(owner))!;
    expect(customerId).not.toBe(lost);
    expect(formOf(requests.at(-1)!).customer).toBe(customerId);
  });

  test('of a price that Stripe doesn’t know makes no other customer', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    const { customerId } = (await rowOf(owner))!;
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such price' };
    stripe.answers.set(CREATE, () => ({ error: { ...error, param: 'line_items[0][price]' } }));
    const requests = await requestsDuring(() =>
      expectProblem(checkout(owner, 'family'), '503 dependency_unavailable'),
    );
    expect(named(requests)).not.toContain('POST /v1/customers');
    expect((await rowOf(owner))?.customerId).toBe(customerId);
  });

  test('while Stripe is down is 503 with a time to retry', async () => {
    const owner = await buildOwner(api);
    stripe.down = true;
    const reply = await expectProblem(checkout(owner), '503 dependency_unavailable');
    expect(reply.headers.get('retry-after')).toBe('30');
  });

  test('for a plan that cannot be bought is refused', async () => {
    const owner = await buildOwner(api);
    for (const plan of ['free', 'gold', '']) {
      await expectRefused(
        api,
        () => owner.program.raw.post('/billing/checkout', { plan }),
        'validation_failed',
        'body.plan',
      );
    }
  });
});

describe('the portal', () => {
  test('is a page of Stripe’s for the account’s own customer', async () => {
    const owner = await buildOwner(api);
    await subscribe(owner);
    const requests = await requestsDuring(async () => {
      const reply = await owner.browser.post('/billing/portal');
      expect([reply.status, reply.body]).toEqual([200, { url: expect.stringMatching(/^https:\/\//) }]);
    });
    expect(named(requests)).toEqual(['POST /v1/billing_portal/sessions']);
    expect(formOf(requests[0]!)).toEqual({
      customer: (await rowOf(owner))?.customerId,
      return_url: 'https://vault.test/account/plan',
    });
  });

  test('of a customer that Stripe no longer knows says whom to ask', async () => {
    const owner = await buildOwner(api);
    await subscribe(owner);
    const error = {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: '-',
    };
    stripe.answers.set('POST /v1/billing_portal/sessions', () => ({ error }));
    await expectProblem(owner.browser.post('/billing/portal'), '409 no_subscription');
  });

  test('without a subscription is refused', async () => {
    const owner = await buildOwner(api);
    await checkout(owner);
    await expectRefused(api, () => owner.program.post('/billing/portal'), 'no_subscription');
  });
});

describe('deleting an account', () => {
  const remove = ({ browser, password }: BuiltOwner & { password: string }) =>
    browser.delete('/auth/delete-account', { password });
  /** Sets what Stripe lists as not cancelled by the customer. @returns the request for that list */
  const listOf = async (owner: BuiltOwner, subscriptions: string[]): Promise<string> => {
    const list = `GET /v1/subscriptions?customer=${(await rowOf(owner))?.customerId}&limit=100`;
    stripe.answers.set(list, (answer) => ({ ...answer, data: subscriptions.map((id) => ({ id })) }));
    return list;
  };

  const paying = async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const owner = { ...account, browser, program: browser };
    const subscription = await subscribe(owner);
    const list = await listOf(owner, [subscription]);
    return { owner, subscription, list, remove: () => remove(owner) };
  };

  test('ends its subscription first, so that nobody is charged for nothing', async () => {
    const { subscription, list, remove } = await paying();
    const requests = await requestsDuring(async () => expect((await remove()).status).toBe(200));
    expect(named(requests)).toEqual([list, `DELETE /v1/subscriptions/${subscription}`]);
  });

  test('ends a subscription that was paid a moment ago, before its event has arrived, and a second one', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const owner = { ...account, browser, program: browser };
    await checkout(owner);
    const expire = `POST /v1/checkout/sessions/${(await rowOf(owner))?.checkoutId}/expire`;
    const type = 'invalid_request_error';
    stripe.answers.set(expire, () => ({ error: { type, message: 'Only open sessions can be expired.' } }));
    const list = await listOf(owner, ['sub_paid', 'sub_second']);
    stripe.answers.set('DELETE /v1/subscriptions/sub_paid', () => ({
      error: { type, message: 'It is over.' },
    }));
    const requests = await requestsDuring(async () => expect((await remove(owner)).status).toBe(200));
    expect(named(requests)).toEqual([
      expire,
      list,
      'DELETE /v1/subscriptions/sub_paid',
      'DELETE /v1/subscriptions/sub_second',
    ]);
  });

  test('ends its subscription even if paid plans are no longer offered', async () => {
    const { owner, subscription, list } = await paying();
    await using later = await startApi({ ...stripe.env, PAYMENT_FAMILY_PRICE_ID: '' }, {}, { beside: api });
    const browser = client(later, { cookies: Object.fromEntries(owner.browser.cookies) });
    const requests = await requestsDuring(async () =>
      expect((await remove({ ...owner, browser })).status).toBe(200),
    );
    expect(named(requests)).toEqual([list, `DELETE /v1/subscriptions/${subscription}`]);
  });

  test('without a secret key logs the subscription that goes on', async () => {
    const { owner, subscription } = await paying();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    await endSubscription({ config: { ...api.config, PAYMENT_SECRET_KEY: '' }, log }, api.em(), owner.id);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ subscriptionId: subscription }]);
  });

  test('goes on if Stripe knows nothing of the customer', async () => {
    const { subscription, list, remove } = await paying();
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' };
    stripe.answers.set(list, () => ({ error }));
    const requests = await requestsDuring(async () => expect((await remove()).status).toBe(200));
    expect(named(requests)).toEqual([list, `DELETE /v1/subscriptions/${subscription}`]);
  });

  test('waits while Stripe is down', async () => {
    const { subscription, list, remove } = await paying();
    stripe.down = true;
    await expectProblem(remove(), '503 dependency_unavailable');
    stripe.down = false;
    const requests = await requestsDuring(async () => expect((await remove()).status).toBe(200));
    expect(named(requests)).toEqual([list, `DELETE /v1/subscriptions/${subscription}`]);
  });
});

describe('the status', () => {
  test('of an account without a subscription is the default plan and its usage', async () => {
    const owner = await buildOwner(api);
    await owner.browser.post('/successors', { email: 'someone@example.test', name: 'Someone' });
    expect((await owner.browser.get('/billing/status')).body).toEqual({
      enabled: true,
      plan: 'free',
      status: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      limits: PLANS.free,
      plans: PLANS,
      usage: { entries: 0, entryBytes: 0, trashBytes: 0, successors: 1, fileBytes: 0 },
    });
  });
});

describe('without payment settings', () => {
  const all = [
    'PAYMENT_SECRET_KEY',
    'PAYMENT_WEBHOOK_SECRET',
    'PAYMENT_PRO_PRICE_ID',
    'PAYMENT_FAMILY_PRICE_ID',
  ];

  test.each([['all', all], ...all.map((name) => [name, [name]] as const)])(
    '(%s blank) status says so, and there is nothing to buy',
    async (_, blank) => {
      const env = { ...stripe.env, ...Object.fromEntries(blank.map((name) => [name, ''])) };
      await using without = await startApi({ ...env, DEFAULT_PLAN: 'family' });
      expect(forgottenForPayments(without.config)).toEqual(blank.length === all.length ? [] : blank);
      const owner = await buildOwner(without);
      const { body } = await owner.browser.get('/billing/status');
      expect(body).toMatchObject({
        enabled: false,
        plan: 'family',
        status: null,
        limits: { entries: 10_000 },
      });
      const requests = await requestsDuring(async () => {
        await expectRefused(
          without,
          () => owner.program.post('/billing/checkout', { plan: 'pro' }),
          'billing_disabled',
        );
        await expectRefused(without, () => owner.program.post('/billing/portal'), 'billing_disabled');
        await expectRefused(
          without,
          () => client(without).raw.post('/billing/webhook', '{}'),
          'billing_disabled',
        );
      });
      expect(requests).toEqual([]);
    },
  );
});
