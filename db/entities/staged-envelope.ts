import { defineEntity, p } from '@mikro-orm/core';

/** An envelope of a rotation that hasn't taken effect yet. */
export const StagedEnvelope = defineEntity({
  name: 'StagedEnvelope',
  tableName: 'staged_envelope',
  properties: {
    importId: p.uuid().primary(),
    successorId: p.uuid().primary(),
    entryId: p.uuid().primary(),
    userId: p.uuid(),
    envelope: p.text(),
    stagedAt: p.datetime(),
  },
});
