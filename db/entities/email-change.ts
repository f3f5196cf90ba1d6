import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A change of address that waits until the new mailbox is proven; until then it has no effect. One per owner. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_change',
  properties: {
    userId: p.uuid().primary(),
    email: p.text(),
    /** Credentials made for the new address, which salts them. */
    authHash: p.text(),
    salt: p.text(),
    keyBundle: p.json().nullable(),
    /** Who asked: the one session that goes on once the change takes effect. */
    sessionId: p.uuid(),
    requestedAt: p.datetime(),
  },
});

export type EmailChangeRow = InferEntity<typeof EmailChange>;
