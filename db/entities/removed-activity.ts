import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** How far the activity records of a deleted account reached. Written by a trigger, whoever deletes. */
export const RemovedActivity = defineEntity({
  name: 'RemovedActivity',
  tableName: 'removed_activity',
  properties: { highest: p.bigint('string').primary() },
});

export type RemovedActivityRow = InferEntity<typeof RemovedActivity>;
