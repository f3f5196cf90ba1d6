import { defineEntity, p } from '@mikro-orm/core';

/** Bytes that no row names any more, kept until a backup is unlikely to need them. Only triggers write it. */
export const RemovedFile = defineEntity({
  name: 'RemovedFile',
  tableName: 'removed_file',
  properties: {
    key: p.uuid().primary(),
    store: p.enum(['folder', 's3'] as const).columnType('text'),
    bytes: p.bigint('number'),
    /** Null if the account is gone too. */
    userId: p.uuid().nullable(),
    /** When it was first found; null until then. `-infinity` for an upload that never ended. */
    removedAt: p.datetime().nullable(),
  },
});
