import { defineEntity, p } from '@mikro-orm/core';

/** An entry that a successor may read after release, with its key sealed to them. */
export const AssignedEntry = defineEntity({
  name: 'AssignedEntry',
  tableName: 'assigned_entry',
  properties: {
    successorId: p.uuid().primary(),
    entryId: p.uuid().primary(),
    userId: p.uuid(),
    envelope: p.text().nullable(),
    /** The entry's salt when the envelope was made; null if the entry has never had another. */
    envelopeSalt: p.text().nullable(),
    /** The `shareVersion` of the successor when the envelope was stored. */
    shareVersion: p.integer().default(0),
  },
});
