import { defineEntity, p } from '@mikro-orm/core';
import { TextArray } from '../text-array.ts';

/** An entry of an import that hasn't taken effect yet. */
export const StagedEntry = defineEntity({
  name: 'StagedEntry',
  tableName: 'staged_entry',
  properties: {
    importId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    encryptedData: p.text(),
    iv: p.text(),
    salt: p.text(),
    algorithm: p.text(),
    category: p.text(),
    tags: p.type(TextArray).columnType('text[]'),
    /** From an earlier export; null if the import doesn't say. */
    version: p.integer().nullable(),
    createdAt: p.datetime().nullable(),
    updatedAt: p.datetime().nullable(),
    stagedAt: p.datetime(),
  },
});
