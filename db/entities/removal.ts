import { defineEntity, p } from '@mikro-orm/core';

/** A deleted account, or a successor who was removed, moved to another address or opted out. Triggers write it. */
export const Removal = defineEntity({
  name: 'Removal',
  tableName: 'removal',
  properties: {
    /** The hash of its ID (db/removals.ts). */
    hash: p.blob().primary(),
    day: p.date().primary(),
  },
});
