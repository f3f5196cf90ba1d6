import { defineEntity, p } from '@mikro-orm/core';

/** A change of address, which takes effect when the new mailbox is confirmed. At most one per owner. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_change',
  properties: {
    userId: p.uuid().primary(),
    email: p.text(),
    /** Derived with the new address as part of the salt. */
    authHash: p.text(),
    salt: p.text(),
    /** How the client derived the authentication key (api/auth/key-derivation.ts). */
    kdfVersion: p.integer().default(1),
    keyBundle: p.json().nullable(),
    /** The session that asked for it, which is the only one to survive the change. */
    sessionId: p.uuid(),
    requestedAt: p.datetime(),
  },
});
