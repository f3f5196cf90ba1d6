import { defineEntity, p } from '@mikro-orm/core';

/** What operators saw and changed. The database refuses to change or delete rows. */
export const OperatorLog = defineEntity({
  name: 'OperatorLog',
  tableName: 'operator_log',
  properties: {
    id: p.bigint('string').primary(),
    at: p.datetime(),
    /** `user/<ID of the administrator>` or `shell/<name of the account on the machine>`. */
    operator: p.text(),
    action: p.text(),
    /** Whose data. No foreign key, so that it outlives the account. Null for several accounts or none. */
    userId: p.uuid().nullable(),
    /** IDs, numbers and choices. Never an address. */
    detail: p.json().$type<Record<string, unknown>>(),
    /** `X-Request-Id` of the API call; null for a command. */
    requestId: p.text().nullable(),
  },
});
