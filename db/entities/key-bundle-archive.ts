import { defineEntity, p } from '@mikro-orm/core';

/** Replaced key bundles. The keys of that time still open the vault. Deleted only with the account. */
export const KeyBundleArchive = defineEntity({
  name: 'KeyBundleArchive',
  tableName: 'key_bundle_archive',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    keyBundle: p.json(),
    /** What those keys were derived from, besides the password. */
    email: p.text(),
    salt: p.text(),
    archivedAt: p.datetime(),
    /** Whether it is listed last: a reset by mail had stored it, or replaced it after many others that day. */
    fromReset: p.boolean().default(false),
    /** What replaced it: `reset` for a reset by mail, otherwise `replaced`. */
    reason: p.text().default('replaced'),
  },
});
