import { defineEntity, p } from '@mikro-orm/core';

/** An event of the payment provider that we have applied, so that we apply it only once. */
export const BillingEvent = defineEntity({
  name: 'BillingEvent',
  tableName: 'billing_event',
  properties: {
    /** The provider's ID. */
    id: p.text().primary(),
    type: p.text(),
    appliedAt: p.datetime(),
  },
});
