import { defineEntity, p } from '@mikro-orm/core';

/** A chore of reconcile whose latest attempt failed. */
export const FailingChore = defineEntity({
  name: 'FailingChore',
  tableName: 'failing_chore',
  properties: {
    name: p.text().primary(),
    since: p.datetime(),
  },
});
