import { defineEntity, p } from '@mikro-orm/core';

/** A person's wish not to be a successor, or not to hear from us at all. We don't keep the address itself. */
export const OptOut = defineEntity({
  name: 'OptOut',
  tableName: 'opt_out',
  properties: {
    id: p.uuid().primary(),
    /** A keyed hash of the mailbox (db/opt-outs.ts). */
    mailbox: p.blob(),
    /** The owner who can't make us write to them again; null if nobody can. */
    userId: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
});
