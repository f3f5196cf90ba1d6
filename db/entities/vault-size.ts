import { defineEntity, p } from '@mikro-orm/core';

/**
 * The size of an owner's vault, trash and files, wherever those are; no row if there is nothing yet. Only triggers
 * write it.
 */
export const VaultSize = defineEntity({
  name: 'VaultSize',
  tableName: 'vault_size',
  properties: {
    userId: p.uuid().primary(),
    entries: p.integer(),
    entryBytes: p.bigint('number'),
    trashed: p.integer(),
    trashedBytes: p.bigint('number'),
    files: p.integer(),
    fileBytes: p.bigint('number'),
  },
});
