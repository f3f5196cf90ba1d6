import { defineEntity, p } from '@mikro-orm/core';

/**
 * Bytes that no row names any more. Only triggers write it. They stay in the store until a backup is unlikely to need
 * them.
 */
export const RemovedFile = defineEntity({
  name: 'RemovedFile',
  tableName: 'removed_file',
  properties: {
    key: p.uuid().primary(),
    store: p.enum(['folder', 's3'] as const).columnType('text'),
    bytes: p.bigint('number'),
    /** Null if the account is gone too. */
    userId: p.uuid().nullable(),
    /** When it was first found; null until then. `-infinity` for an upload that never ended, which nothing needs. */
    removedAt: p.datetime().nullable(),
  },
});
