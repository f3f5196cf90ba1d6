import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Key bundles that were replaced. Whoever has the keys of that time still opens the vault. Never deleted alone. */
export const KeyBundleArchive = defineEntity({
  name: 'KeyBundleArchive',
  tableName: 'key_bundle_archive',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    keyBundle: p.json(),
    /** What the keys of that time were derived with, besides the password. */
    email: p.text(),
    salt: p.text(),
    archivedAt: p.datetime(),
  },
});

export type KeyBundleArchiveRow = InferEntity<typeof KeyBundleArchive>;
