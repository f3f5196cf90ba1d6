import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The hash of a code that stands in for the second factor, once. */
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

export type RecoveryCodeRow = InferEntity<typeof RecoveryCode>;
