import { defineEntity, p } from '@mikro-orm/core';

/** The hash of a code that replaces the second factor once. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    hash: p.blob(),
    usedAt: p.datetime().nullable(),
  },
});
