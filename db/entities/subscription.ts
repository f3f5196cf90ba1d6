import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An account at the payment provider, as the provider last described it. The plan it pays for is `user.plan`. */
export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    userId: p.uuid().primary(),
    /** The provider's customer; one for the life of the account. */
    customerId: p.text().nullable(),
    /** The latest checkout that was begun. */
    checkoutId: p.text().nullable(),
    /** The subscription that counts; null before the first. */
    subscriptionId: p.text().nullable(),
    /** The provider's word for how it stands: active, trialing, past_due, canceled, … */
    status: p.text().nullable(),
    currentPeriodEnd: p.datetime().nullable(),
    cancelAtPeriodEnd: p.boolean(),
    /** +1 each time the provider's word is written down: whoever asked before that asks again. */
    revision: p.integer(),
  },
});

export type SubscriptionRow = InferEntity<typeof Subscription>;
