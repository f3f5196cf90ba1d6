import { defineEntity, p } from '@mikro-orm/core';

/** The owner's list of what was left to a successor, sealed to them. */
export const SuccessorList = defineEntity({
  name: 'SuccessorList',
  tableName: 'successor_list',
  properties: {
    successorId: p.uuid().primary(),
    list: p.text(),
    /** Counts how often it was stored. */
    version: p.integer(),
    /** The `shareVersion` of the successor when it was stored. It opens with no other share. */
    shareVersion: p.integer(),
  },
});
