import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Somebody's wish not to be a successor; the address itself is not kept. */
export const OptOut = defineEntity({
  name: 'OptOut',
  tableName: 'opt_out',
  properties: {
    id: p.uuid().primary(),
    /** A keyed hash of the address (db/opt-outs.ts). */
    mailbox: p.blob(),
    /** The owner who is not to name them again; null: nobody is. */
    userId: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
});

export type OptOutRow = InferEntity<typeof OptOut>;
