import { defineEntity, p } from '@mikro-orm/core';

/** How much an owner has in the vault and in the trash, and all their files, wherever those are. Only triggers write it. No row: nothing yet. */
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
