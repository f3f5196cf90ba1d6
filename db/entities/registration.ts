import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * A further registration of an address that nobody has proven yet. The first one is the account's own row. Whoever
 * presses the link of one of them makes its credentials the account's, and ends all others.
 */
export const Registration = defineEntity({
  name: 'Registration',
  tableName: 'registration',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    /** As the account's. */
    authHash: p.text(),
    salt: p.text(),
    keyBundle: p.json().nullable(),
    /** Two bytes of a keyed hash of the authentication key: which registration a log-in is compared with. */
    selector: p.blob(),
    createdAt: p.datetime(),
    /** As long as its link works. */
    expiresAt: p.datetime(),
  },
});

export type RegistrationRow = InferEntity<typeof Registration>;
