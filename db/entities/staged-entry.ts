import { defineEntity, p } from '@mikro-orm/core';
import { sealedColumns } from '../sealed-columns.ts';
import { TextArray } from '../text-array.ts';

/** An entry of an import that hasn't taken effect yet. */
export const StagedEntry = defineEntity({
  name: 'StagedEntry',
  tableName: 'staged_entry',
  properties: {
    importId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    ...sealedColumns(),
    /** Null if the import doesn't say: an existing entry keeps its own. */
    category: p.text().nullable(),
    tags: p.type(TextArray).columnType('text[]').nullable(),
    /** From an earlier export; null if the import doesn't say. */
    version: p.integer().nullable(),
    createdAt: p.datetime().nullable(),
    updatedAt: p.datetime().nullable(),
    stagedAt: p.datetime(),
  },
});
