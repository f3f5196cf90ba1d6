import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An owner's account. The server knows a hash of the authentication key, never the password. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    /** argon2id of the authentication key, as a PHC string. */
    authHash: p.text(),
    /** Base64; the client's key derivation salt. */
    salt: p.text(),
    /** Opaque JSON of the client: wrapped vault key and KDF parameters. */
    keyBundle: p.json().nullable(),
    emailVerifiedAt: p.datetime().nullable(),
    twoFactorEnabled: p.boolean(),
    plan: p.text().nullable(),
    /** For some days after a reset the account cannot be deleted. */
    passwordResetAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type UserRow = InferEntity<typeof User>;
