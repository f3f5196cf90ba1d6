import { defineEntity, p } from '@mikro-orm/core';

/** Somebody's wish not to be a successor. We don't keep the address itself. */
export const OptOut = defineEntity({
  name: 'OptOut',
  tableName: 'opt_out',
  properties: {
    id: p.uuid().primary(),
    /** A keyed hash of the address (db/opt-outs.ts). */
    mailbox: p.blob(),
    /** The owner who can't name them again; null if nobody can. */
    userId: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
});
