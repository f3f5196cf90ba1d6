import { defineEntity, p } from '@mikro-orm/core';

/** The highest activity ID of a deleted account, written by a trigger. */
export const RemovedActivity = defineEntity({
  name: 'RemovedActivity',
  tableName: 'removed_activity',
  properties: { highest: p.bigint('string').primary() },
});
