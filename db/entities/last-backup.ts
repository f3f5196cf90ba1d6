import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The latest attempts to make a backup: one row. */
export const LastBackup = defineEntity({
  name: 'LastBackup',
  tableName: 'last_backup',
  properties: {
    id: p.integer().primary(),
    /** When the latest one that was checked began. Null if there has been none. */
    at: p.datetime().nullable(),
    /** What it added to the disk. */
    bytes: p.bigint('number'),
    /** When the attempts began to fail. Null if the latest one succeeded. */
    failingSince: p.datetime().nullable(),
  },
});

export type LastBackupRow = InferEntity<typeof LastBackup>;
