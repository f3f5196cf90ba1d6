import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DEFAULT_LOCALE, type Language } from '../locale.ts';

/** An owner's account. The server has a hash of the authentication key, never the password. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    /** argon2id of the authentication key, as a PHC string. */
    authHash: p.text(),
    /** The client's key derivation salt, base64. */
    salt: p.text(),
    /** How the client derived the authentication key (api/auth/key-derivation.ts). */
    kdfVersion: p.integer().default(1),
    /** Opaque JSON from the client: the wrapped vault key and KDF parameters. */
    keyBundle: p.json().nullable(),
    /** Counts every change of the key bundle, or of the salt or address it goes with. A trigger counts. */
    keyBundleVersion: p.integer().default(1),
    /** Whether a reset by mail stored the key bundle. A trigger notes it. */
    keyBundleFromReset: p.boolean().default(false),
    emailVerifiedAt: p.datetime().nullable(),
    twoFactorEnabled: p.boolean(),
    plan: p.text().nullable(),
    /** How they read (db/locale.ts). */
    language: p.text().$type<Language>().default(DEFAULT_LOCALE.language),
    timeZone: p.text().default(DEFAULT_LOCALE.timeZone),
    /** When the password was last reset by mail. Some days of protection follow (db/after-reset.ts). */
    passwordResetAt: p.datetime().nullable(),
    /** When a restored backup brought the account back although it had been deleted. */
    returnedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type UserRow = InferEntity<typeof User>;
