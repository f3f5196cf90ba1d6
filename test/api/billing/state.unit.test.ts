import { describe, expect, test } from '@jest/globals';
import {
  type BillingState,
  isOpen,
  nextBillingState,
  type ObservedSubscription,
} from '../../../api/billing/state.ts';

const END = Date.parse('2027-01-01T00:00:00Z');

const observed = (more: Partial<ObservedSubscription> = {}): ObservedSubscription => ({
  id: 'sub_a',
  status: 'active',
  plan: 'pro',
  createdAt: 1,
  currentPeriodEnd: END,
  cancelAtPeriodEnd: false,
  ...more,
});
const state = (more: Partial<BillingState> = {}): BillingState => ({
  subscriptionId: 'sub_a',
  status: 'active',
  plan: 'pro',
  currentPeriodEnd: END,
  cancelAtPeriodEnd: false,
  ...more,
});

describe('the billing state that follows from Stripe’s subscriptions', () => {
  test.each<[string, ObservedSubscription[], BillingState | null, string[]]>([
    ['nothing is known: nothing changes', [], null, []],
    ['paid for: its plan', [observed()], state(), []],
    ['family', [observed({ plan: 'family' })], state({ plan: 'family' }), []],
    ['on trial: its plan', [observed({ status: 'trialing' })], state({ status: 'trialing' }), []],
    [
      'a payment failed: the plan stays',
      [observed({ status: 'past_due' })],
      state({ status: 'past_due' }),
      [],
    ],
    [
      'will end: the plan stays until then',
      [observed({ cancelAtPeriodEnd: true })],
      state({ cancelAtPeriodEnd: true }),
      [],
    ],
    ['given up: no plan', [observed({ status: 'unpaid' })], state({ status: 'unpaid', plan: null }), []],
    ['cancelled: no plan', [observed({ status: 'canceled' })], state({ status: 'canceled', plan: null }), []],
    [
      'never paid: no plan',
      [observed({ status: 'incomplete' })],
      state({ status: 'incomplete', plan: null }),
      [],
    ],
    ['paused: no plan', [observed({ status: 'paused' })], state({ status: 'paused', plan: null }), []],
    [
      'a status from the future: no plan',
      [observed({ status: 'new' })],
      state({ status: 'new', plan: null }),
      [],
    ],
    ['an unknown price: nothing changes', [observed({ plan: null })], null, ['unknown_price']],
    [
      'an unknown price, cancelled: no plan',
      [observed({ plan: null, status: 'canceled' })],
      state({ status: 'canceled', plan: null }),
      [],
    ],
    [
      'an old one over, a new one paid for',
      [observed({ status: 'canceled' }), observed({ id: 'sub_b', createdAt: 2, plan: 'family' })],
      state({ subscriptionId: 'sub_b', plan: 'family' }),
      [],
    ],
    [
      'a younger one that was never paid does not replace the paid one',
      [observed(), observed({ id: 'sub_b', createdAt: 2, status: 'incomplete_expired' })],
      state(),
      [],
    ],
    [
      'paid twice: the larger plan, and someone has to look',
      [observed({ plan: 'family' }), observed({ id: 'sub_b', createdAt: 2 })],
      state({ plan: 'family' }),
      ['several_subscriptions'],
    ],
    [
      'the same plan twice: the younger one',
      [observed(), observed({ id: 'sub_b', createdAt: 2 })],
      state({ subscriptionId: 'sub_b' }),
      ['several_subscriptions'],
    ],
    [
      'one over, one of an unknown price: nothing is taken away',
      [observed({ status: 'canceled' }), observed({ id: 'sub_b', plan: null })],
      null,
      ['unknown_price'],
    ],
    [
      'both over: the younger one is shown',
      [observed({ status: 'canceled' }), observed({ id: 'sub_b', createdAt: 2, status: 'canceled' })],
      state({ subscriptionId: 'sub_b', status: 'canceled', plan: null }),
      [],
    ],
    [
      'both over, the older one of a larger plan: still the younger one',
      [
        observed({ status: 'canceled', plan: 'family' }),
        observed({ id: 'sub_b', createdAt: 2, status: 'canceled' }),
      ],
      state({ subscriptionId: 'sub_b', status: 'canceled', plan: null }),
      [],
    ],
  ])('%s', (_, all, expected, warnings) => {
    const forwards = nextBillingState(all);
    expect(forwards).toEqual({ state: expected, warnings });
    // The order in which we asked makes no difference.
    expect(nextBillingState(all.toReversed())).toEqual(forwards);
  });

  test.each([
    [null, false],
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', true],
    ['paused', true],
    ['canceled', false],
    ['incomplete', false],
    ['incomplete_expired', false],
  ])('with a subscription that is %s, buying a second one is refused: %p', (status, refused) => {
    expect(isOpen(status)).toBe(refused);
  });
});
