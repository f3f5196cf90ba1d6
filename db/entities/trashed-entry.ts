import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { TextArray } from '../text-array.ts';

/** A deleted entry, or the former content of one that was changed: as it was, for as long as it can be restored. */
export const TrashedEntry = defineEntity({
  name: 'TrashedEntry',
  tableName: 'trashed_entry',
  properties: {
    id: p.uuid().primary(),
    /** Greater than that of whatever was put away before it. */
    seq: p.bigint('string'),
    userId: p.uuid(),
    entryId: p.uuid(),
    encryptedData: p.text(),
    iv: p.text(),
    salt: p.text(),
    algorithm: p.text(),
    category: p.text(),
    tags: p.type(TextArray).columnType('text[]'),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** Who it was assigned to, with the envelope, the key that this was sealed to, and its salt where not the entry's. */
    assignments: p.json(),
    reason: p.text(),
    /** What it counts for against the bound of the trash. */
    bytes: p.integer(),
    deletedAt: p.datetime(),
  },
});

export type TrashedEntryRow = InferEntity<typeof TrashedEntry>;
