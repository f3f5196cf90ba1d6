import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { PLANS } from '../../../api/billing/plans.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { BillingEvent } from '../../../db/entities/billing-event.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { User } from '../../../db/entities/user.ts';
import { writeMail } from '../../../mail/write.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { openPage } from '../../support/clients/live.ts';
import { expectProblem, expectRefused, problemOf } from '../../support/clients/refused.ts';
import { deliver, PRICES, startStripe, stripeEvent } from '../../support/servers/stripe.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { use } from '../../support/use.ts';

const stripe = await use(startStripe);
const api = await useApi(stripe.env);
afterEach(() => {
  stripe.down = false;
  stripe.beforeAnswering = async () => {};
});

const planOf = async (owner: BuiltOwner) =>
  (await api.em().findOneOrFail(User, { id: owner.id })).plan ?? null;
const statusOf = async (owner: BuiltOwner) => (await owner.browser.get('/billing/status')).body;
const mailsTo = (owner: BuiltOwner) => api.em().find(Mail, { userId: owner.id, kind: 'payment_failed' });

/** An owner whose checkout is complete, although no event has told us yet. */
async function buyer() {
  const owner = await buildOwner(api);
  const unique = randomUUID();
  const [subscription, customer] = [`sub_${unique}`, `cus_${unique}`];
  stripe.subscriptions.set(subscription, {});
  const object = { id: subscription, object: 'subscription', customer, metadata: { userId: owner.id } };
  return {
    owner,
    subscription,
    customer,
    completed: () =>
      stripeEvent('checkout.session.completed', {
        id: 'cs_1',
        mode: 'subscription',
        subscription,
        customer,
        client_reference_id: owner.id,
      }),
    // What the event says about the subscription is never read.
    updated: () => stripeEvent('customer.subscription.updated', { ...object, status: 'incomplete' }),
    deleted: () => stripeEvent('customer.subscription.deleted', { ...object, status: 'canceled' }),
    paymentFailed: (invoice = `in_${randomUUID()}`) =>
      stripeEvent('invoice.payment_failed', {
        id: invoice,
        customer,
        parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
      }),
  };
}

const take = async (event: object) => {
  const reply = await deliver(api, event);
  expect([reply.status, reply.body]).toEqual([200, { received: true }]);
};

describe('an event', () => {
  test('of a completed checkout gives the plan of the price', async () => {
    const { owner, subscription, completed } = await buyer();
    stripe.subscriptions.set(subscription, { price: PRICES.family, currentPeriodEnd: 1_900_000_000 });
    await take(completed());
    expect(await statusOf(owner)).toEqual({
      enabled: true,
      plan: 'family',
      status: 'active',
      currentPeriodEnd: new Date(1_900_000_000_000).toISOString(),
      cancelAtPeriodEnd: false,
      limits: PLANS.family,
      plans: PLANS,
      usage: { entries: 0, entryBytes: 0, trashBytes: 0, successors: 0, fileBytes: 0 },
    });
    const records = await api.em().find(Activity, { userId: owner.id, type: 'plan_changed' });
    expect(records.map(({ detail }) => detail)).toEqual([{ plan: 'family', status: 'active' }]);
  });

  test('that changes the plan reaches the owner’s open page at once', async () => {
    const { owner, completed } = await buyer();
    const page = await openPage(api, owner.browser);
    await take(completed());
    expect(await page.got('activity.recorded')).toEqual([
      expect.objectContaining({ type: 'plan_changed', detail: { plan: 'pro', status: 'active' } }),
    ]);
    await page.close();
  });

  test('that comes twice, or twenty times at once, is applied once', async () => {
    const { owner, completed, paymentFailed } = await buyer();
    const events = [completed(), paymentFailed()];
    for (const event of events) await Promise.all(Array.from({ length: 20 }, () => take(event)));
    for (const event of events) await take(event);
    expect(await api.em().count(BillingEvent, { id: { $in: events.map(({ id }) => id) } })).toBe(2);
    expect(await api.em().count(Activity, { userId: owner.id, type: 'plan_changed' })).toBe(1);
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  test('that comes late changes nothing: in any order, they all lead to the subscription’s current state', async () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
    ]) {
      const { owner, subscription, completed, updated, deleted } = await buyer();
      stripe.subscriptions.set(subscription, { status: 'canceled' });
      const events = [completed(), updated(), updated(), deleted()];
      for (const i of order) await take(events[i]!);
      expect(await planOf(owner)).toBeNull();
      expect(await statusOf(owner)).toMatchObject({ plan: 'free', status: 'canceled' });
    }
  });

  test('that calls a paid subscription deleted is not believed', async () => {
    const { owner, completed, deleted } = await buyer();
    await take(completed());
    await take(deleted());
    expect(await planOf(owner)).toBe('pro');
  });

  test('of an older subscription that ended does not end the younger one', async () => {
    const { owner, subscription: old, customer, completed, deleted } = await buyer();
    await take(completed());
    const young = `sub_${randomUUID()}`;
    stripe.subscriptions.set(old, { status: 'canceled' });
    stripe.subscriptions.set(young, { price: PRICES.family, created: 1_800_000_000 });
    await take(
      stripeEvent('checkout.session.completed', {
        subscription: young,
        customer,
        client_reference_id: owner.id,
      }),
    );
    expect(await planOf(owner)).toBe('family');
    await take(deleted());
    expect(await planOf(owner)).toBe('family');
  });

  test('whose answer from Stripe was overtaken by another event asks again: the younger answer stays', async () => {
    const { owner, subscription, completed, updated, deleted } = await buyer();
    await take(completed());
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The first to ask Stripe learns that it is paid for, but gets to store that only after its end was stored.
    stripe.beforeAnswering = async (id) => {
      if (id !== subscription) return;
      stripe.beforeAnswering = async () => {};
      asked.resolve();
      await goOn.promise;
    };
    const slow = take(updated());
    await asked.promise;
    stripe.subscriptions.set(subscription, { status: 'canceled' });
    await take(deleted());
    expect(await planOf(owner)).toBeNull();
    goOn.resolve();
    await slow;
    expect(await planOf(owner)).toBeNull();
  });

  test('many of one owner at once leave the plan of the subscription', async () => {
    const { owner, subscription, completed, updated } = await buyer();
    stripe.subscriptions.set(subscription, { price: PRICES.family });
    const replies = await Promise.all(
      [completed(), updated(), updated(), updated(), updated()].map((event) => deliver(api, event)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await planOf(owner)).toBe('family');
  });

  test('of a price that isn’t ours changes nothing', async () => {
    const { owner, subscription, completed, updated } = await buyer();
    await take(completed());
    stripe.subscriptions.set(subscription, { price: 'price_of_something_else' });
    await take(updated());
    expect(await statusOf(owner)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('of a cancellation at the end of the period is shown, by flag or by date', async () => {
    const { owner, subscription, completed, updated } = await buyer();
    await take(completed());
    stripe.subscriptions.set(subscription, { cancelAtPeriodEnd: true });
    await take(updated());
    expect(await statusOf(owner)).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true });
    stripe.subscriptions.set(subscription, { cancelAt: 1_900_000_000, currentPeriodEnd: 1_900_000_000 });
    await take(updated());
    expect(await statusOf(owner)).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true });
    stripe.subscriptions.set(subscription, {});
    await take(updated());
    expect(await statusOf(owner)).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: false });
  });

  test.each([
    ['of another type', stripeEvent('customer.created', { id: 'cus_1' })],
    [
      'of a payment without a subscription',
      stripeEvent('checkout.session.completed', {
        id: 'cs_1',
        mode: 'payment',
        subscription: null,
        customer: null,
      }),
    ],
    [
      'of an invoice without a subscription',
      stripeEvent('invoice.payment_failed', { id: 'in_1', customer: 'cus_1', parent: null }),
    ],
    [
      'of an invoice without a subscription, as older versions write it',
      stripeEvent('invoice.payment_failed', { id: 'in_1', customer: 'cus_1', subscription: null }),
    ],
    [
      'about an account that is gone',
      stripeEvent('customer.subscription.updated', {
        id: 'sub_gone',
        customer: 'cus_gone',
        metadata: { userId: randomUUID() },
      }),
    ],
    [
      'that names no account',
      stripeEvent('customer.subscription.updated', {
        id: 'sub_x',
        customer: 'cus_x',
        metadata: { userId: "' or 1=1" },
      }),
    ],
  ])('%s is accepted and changes nothing', async (_, event) => {
    await take(event);
    expect(await api.em().count(BillingEvent, { id: event.id })).toBe(0);
  });

  test('while Stripe cannot be asked is answered 503 and not recorded, so that it is sent again', async () => {
    const { owner, completed } = await buyer();
    const event = completed();
    stripe.down = true;
    const reply = await expectProblem(deliver(api, event), '503 dependency_unavailable');
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    stripe.down = false;
    await take(event);
    expect(await planOf(owner)).toBe('pro');
  });
});

describe('a payment that failed', () => {
  test('leaves the plan and writes to the owner, once per invoice', async () => {
    const { owner, subscription, completed, paymentFailed } = await buyer();
    await take(completed());
    stripe.subscriptions.set(subscription, { status: 'past_due' });
    await take(paymentFailed('in_first'));
    // Stripe tries again and fails again: another event about the same invoice.
    await take(paymentFailed('in_first'));
    expect(await statusOf(owner)).toMatchObject({ plan: 'pro', status: 'past_due' });
    expect((await mailsTo(owner)).map(({ recipient, status }) => [recipient, status])).toEqual([
      [owner.email, 'queued'],
    ]);
    await take(paymentFailed('in_second'));
    expect(await mailsTo(owner)).toHaveLength(2);
  });

  test('is no longer reported once the plan has ended', async () => {
    const { owner, subscription, completed, paymentFailed, updated } = await buyer();
    await take(completed());
    stripe.subscriptions.set(subscription, { status: 'past_due' });
    await take(paymentFailed());
    const [mail] = await mailsTo(owner);
    const deps = { ...api.deps, frontendUrl: api.origin } as never;
    const letter = () => writeMail(deps, api.em(), mail!, new Date(api.clock.now));
    expect((await letter())?.subject).toMatch('go through');
    stripe.subscriptions.set(subscription, { status: 'unpaid' });
    await take(updated());
    expect(await letter()).toBeNull();
  });

  test.each([
    ['an ID', (subscription: string) => subscription],
    ['the whole subscription', (subscription: string) => ({ id: subscription, object: 'subscription' })],
  ])(
    'is understood as older versions of Stripe’s API write it, with %s in the invoice itself',
    async (_, given) => {
      const { owner, subscription, customer, completed } = await buyer();
      await take(completed());
      stripe.subscriptions.set(subscription, { status: 'past_due' });
      const invoice = {
        id: `in_${randomUUID()}`,
        customer,
        subscription: given(subscription),
        subscription_details: { metadata: {} },
      };
      await take(stripeEvent('invoice.payment_failed', invoice));
      expect(await statusOf(owner)).toMatchObject({ plan: 'pro', status: 'past_due' });
      expect(await mailsTo(owner)).toHaveLength(1);
    },
  );

  test('for good ends the plan, deletes nothing, and sends no mail saying that the plan stays', async () => {
    for (const last of ['updated', 'paymentFailed'] as const) {
      const { owner, subscription, completed, ...events } = await buyer();
      await take(completed());
      stripe.subscriptions.set(subscription, { status: 'unpaid' });
      await take(events[last]());
      expect(await statusOf(owner)).toMatchObject({ plan: 'free', status: 'unpaid' });
      expect(await mailsTo(owner)).toEqual([]);
    }
  });

  test('of a subscription that never began or has ended mails nobody', async () => {
    for (const status of ['incomplete', 'canceled']) {
      const { owner, subscription, completed, paymentFailed } = await buyer();
      stripe.subscriptions.set(subscription, { status });
      await take(completed());
      await take(paymentFailed());
      expect(await mailsTo(owner)).toEqual([]);
    }
  });
});

describe('a signature', () => {
  test('of another secret, of another body, too old, or missing: refused, and nothing written', async () => {
    const { completed } = await buyer();
    const event = completed();
    const other = completed();
    const { generateTestHeaderString } = (await import('stripe')).default.webhooks;
    const secret = stripe.env.PAYMENT_WEBHOOK_SECRET!;
    const old = Math.floor(Date.now() / 1000) - 3_600;
    const payload = JSON.stringify(event, null, 2);
    for (const options of [
      { secret: 'whsec_other' },
      { signature: generateTestHeaderString({ payload: JSON.stringify(other, null, 2), secret }) },
      // The same facts in other bytes.
      { signature: generateTestHeaderString({ payload: JSON.stringify(event), secret }) },
      { signature: generateTestHeaderString({ payload, secret, timestamp: old }) },
      { signature: 't=1,v1=00' },
      { signature: '' },
    ]) {
      await expectRefused(api, () => deliver(api, event, options), 'webhook_signature_invalid');
    }
  });

  test('is required for any body: empty, not JSON, or bytes', async () => {
    for (const body of ['', '{"a":', '[]', '\u0000\ufffd']) {
      await expectRefused(
        api,
        () => client(api).raw.post('/billing/webhook', body),
        'webhook_signature_invalid',
      );
    }
  });

  test('by Stripe of something that isn’t an event is refused as malformed', async () => {
    const { generateTestHeaderString } = (await import('stripe')).default.webhooks;
    for (const payload of ['no json', 'null', '{}', '{"type":"checkout.session.completed"}']) {
      const header = generateTestHeaderString({ payload, secret: stripe.env.PAYMENT_WEBHOOK_SECRET! });
      const reply = client(api).raw.post('/billing/webhook', payload, { 'Stripe-Signature': header });
      expect([payload, await problemOf(reply)]).toEqual([payload, '400 malformed_json']);
    }
  });

  test('covers a megabyte at most', async () => {
    const send = () => client(api).raw.post('/billing/webhook', 'x'.repeat(1024 * 1024 + 1));
    await expectRefused(api, send, 'payload_too_large');
  });
});
