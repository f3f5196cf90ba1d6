import { defineEntity, p } from '@mikro-orm/core';

/**
 * The size of an owner's vault, trash and files, wherever those are. Only triggers write it. Without a row, the owner
 * has stored nothing yet.
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
