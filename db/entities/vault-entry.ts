import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { sealedColumns } from '../sealed-columns.ts';

/** An encrypted entry, kept byte for byte as the client sent it. Its ID is unique per owner. */
export const VaultEntry = defineEntity({
  name: 'VaultEntry',
  tableName: 'vault_entry',
  properties: {
    userId: p.uuid().primary(),
    id: p.uuid().primary(),
    ...sealedColumns(),
    /** +1 at every change. `If-Match` refers to it. */
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type VaultEntryRow = InferEntity<typeof VaultEntry>;
