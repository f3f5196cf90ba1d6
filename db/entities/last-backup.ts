import { defineEntity, p } from '@mikro-orm/core';

/** The last backup that could be restored: one row. */
export const LastBackup = defineEntity({
  name: 'LastBackup',
  tableName: 'last_backup',
  properties: {
    id: p.integer().primary(),
    /** When it began. Null until there was one. */
    at: p.datetime().nullable(),
    bytes: p.bigint('number'),
    /** Since when every attempt has failed. Null since the last one that did not. */
    failingSince: p.datetime().nullable(),
  },
});
