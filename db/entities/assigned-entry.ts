import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An entry that a successor may read after release, with the entry's key sealed to them. */
export const AssignedEntry = defineEntity({
  name: 'AssignedEntry',
  tableName: 'assigned_entry',
  properties: {
    successorId: p.uuid().primary(),
    entryId: p.uuid().primary(),
    userId: p.uuid(),
    envelope: p.text().nullable(),
    /** The entry's salt that the envelope was made for; null means that the entry has had no other salt since. */
    envelopeSalt: p.text().nullable(),
  },
});

export type AssignedEntryRow = InferEntity<typeof AssignedEntry>;
