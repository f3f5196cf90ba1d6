import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** What Temporal still has to be told; written in the transaction that made it true, deleted once told. */
export const Outbox = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint('string').primary(),
    /** `switch`: look again. `mail`: send this one. `account_mail`: send it on the account queue. */
    kind: p.text().$type<'switch' | 'mail' | 'account_mail'>(),
    /** The user's or the mail's ID; no foreign key, so that a deletion is still heard of. */
    subjectId: p.uuid(),
    seq: p.integer(),
    /** How often Temporal refused it. */
    attempts: p.integer().default(0),
    createdAt: p.datetime(),
  },
});

export type OutboxRow = InferEntity<typeof Outbox>;
