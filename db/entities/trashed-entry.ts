import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { sealedColumns } from '../sealed-columns.ts';

/** A deleted entry, or the former content of a changed one, for as long as it can be restored. */
export const TrashedEntry = defineEntity({
  name: 'TrashedEntry',
  tableName: 'trashed_entry',
  properties: {
    id: p.uuid().primary(),
    /** Increases with every row. */
    seq: p.bigint('string'),
    userId: p.uuid(),
    entryId: p.uuid(),
    ...sealedColumns(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /**
     * The successors it was assigned to, each with the envelope, the key it was sealed to, its salt if not the entry's,
     * and its share version.
     */
    assignments: p.json(),
    reason: p.text(),
    /** Its share of the limit of the trash. */
    bytes: p.integer(),
    deletedAt: p.datetime(),
  },
});

export type TrashedEntryRow = InferEntity<typeof TrashedEntry>;
