import { defineEntity, p } from '@mikro-orm/core';

/** A message for Temporal, written in the transaction that caused it and deleted once delivered. */
export const Outbox = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint('string').primary(),
    /** `switch`: look at it again. `mail`: send it. `account_mail`: send it on the account queue. */
    kind: p.text().$type<'switch' | 'mail' | 'account_mail'>(),
    /** The ID of the user or mail. No foreign key, so that the message survives a deletion. */
    subjectId: p.uuid(),
    seq: p.integer(),
    /** How often Temporal has refused it. */
    attempts: p.integer().default(0),
    createdAt: p.datetime(),
  },
});
