import { defineEntity, p } from '@mikro-orm/core';

/** How far the workers are in checking the chains of the activity log, one after the other. One row. */
export const LogCheck = defineEntity({
  name: 'LogCheck',
  tableName: 'log_check',
  properties: {
    id: p.integer().primary(),
    /** The last owner whose chain was checked; null at the beginning of a round. */
    after: p.uuid().nullable(),
    /** When a worker last took a turn. */
    triedAt: p.datetime(),
    /** When the last turn that succeeded began. */
    checkedAt: p.datetime(),
  },
});
