import { defineEntity, p } from '@mikro-orm/core';

/** An owner whose activity log was found changed, until it is found whole again. */
export const BrokenLog = defineEntity({
  name: 'BrokenLog',
  tableName: 'broken_log',
  properties: {
    userId: p.uuid().primary(),
    /** Whether even the first record doesn't fit, as if it was signed with a secret that is no longer listed. */
    atFirst: p.boolean(),
    since: p.datetime(),
  },
});
