import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An account at the payment provider, as last reported. The plan that it pays for is `user.plan`. */
export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    userId: p.uuid().primary(),
    /** The provider's customer, which stays the same for the life of the account. */
    customerId: p.text().nullable(),
    /** The latest checkout that was started. */
    checkoutId: p.text().nullable(),
    /** The current subscription; null before the first. */
    subscriptionId: p.text().nullable(),
    /** The provider's status: active, trialing, past_due, canceled, … */
    status: p.text().nullable(),
    currentPeriodEnd: p.datetime().nullable(),
    cancelAtPeriodEnd: p.boolean(),
    /** +1 at every update, so that an update based on an older one starts again. */
    revision: p.integer(),
  },
});

export type SubscriptionRow = InferEntity<typeof Subscription>;
