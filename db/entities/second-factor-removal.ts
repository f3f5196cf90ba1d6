import { defineEntity, p } from '@mikro-orm/core';

/**
 * The wait before a second factor is removed for an owner who proved mailbox and recovery code. Anyone who uses the second
 * factor ends it.
 */
export const SecondFactorRemoval = defineEntity({
  name: 'SecondFactorRemoval',
  tableName: 'second_factor_removal',
  properties: {
    userId: p.uuid().primary(),
    startedAt: p.datetime(),
  },
});
