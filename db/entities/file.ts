import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A file of an entry: ciphertext in a store. Its name, type and key are inside the entry. */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  properties: {
    userId: p.uuid().primary(),
    id: p.uuid().primary(),
    entryId: p.uuid(),
    /** As declared, in bytes. */
    size: p.bigint('number'),
    /** The declared hash of the ciphertext: 64 hexadecimal digits. A stored file has it. */
    sha256: p.text(),
    /** Whether all of it has arrived and has that hash. */
    state: p.enum(['uploading', 'stored'] as const).columnType('text'),
    /** Where its bytes are, and under which key. */
    store: p.enum(['folder', 's3'] as const).columnType('text'),
    key: p.uuid(),
    createdAt: p.datetime(),
    /** When something was last done to upload it. */
    touchedAt: p.datetime(),
    /** When the owner moved it to the trash on its own. With its entry, it is there without this. */
    deletedAt: p.datetime().nullable(),
    /** The request that may write it now, and until when. */
    writer: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
  },
});

export type FileRow = InferEntity<typeof File>;
