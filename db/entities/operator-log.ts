import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** What operators saw and changed. The database itself refuses to change or remove a row. */
export const OperatorLog = defineEntity({
  name: 'OperatorLog',
  tableName: 'operator_log',
  properties: {
    id: p.bigint('string').primary(),
    at: p.datetime(),
    /** `user/<ID of the administrator>` or `shell/<name of the account on the machine>`. */
    operator: p.text(),
    action: p.text(),
    /** Whose data; no foreign key, so that it outlives the account. Null where it was about several or nobody. */
    userId: p.uuid().nullable(),
    /** IDs, numbers and choices; never an address. */
    detail: p.json().$type<Record<string, unknown>>(),
    /** `X-Request-Id` of the call; null for a command. */
    requestId: p.text().nullable(),
  },
});

export type OperatorLogRow = InferEntity<typeof OperatorLog>;
