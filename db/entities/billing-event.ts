import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An event of the payment provider that was applied: each of them once. */
export const BillingEvent = defineEntity({
  name: 'BillingEvent',
  tableName: 'billing_event',
  properties: {
    /** The provider's own ID. */
    id: p.text().primary(),
    type: p.text(),
    appliedAt: p.datetime(),
  },
});

export type BillingEventRow = InferEntity<typeof BillingEvent>;
