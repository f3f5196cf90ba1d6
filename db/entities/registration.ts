import { defineEntity, p } from '@mikro-orm/core';
import { DEFAULT_LOCALE, type Language } from '../locale.ts';

/**
 * A registration of an address. If nobody has confirmed the address yet, the first link to be used makes its
 * registration's credentials the account's. All others have no link from then on, and neither has one for an address
 * that already had an account: they only keep getting the same response at log-in (api/auth/registrations.ts).
 */
export const Registration = defineEntity({
  name: 'Registration',
  tableName: 'registration',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    /** Like the account's. */
    authHash: p.text(),
    salt: p.text(),
    /** How the client derived the authentication key (api/auth/key-derivation.ts). */
    kdfVersion: p.integer().default(1),
    keyBundle: p.json().nullable(),
    /** How they read (db/locale.ts). */
    language: p.text().$type<Language>().default(DEFAULT_LOCALE.language),
    timeZone: p.text().default(DEFAULT_LOCALE.timeZone),
    /** Two bytes of a keyed hash of the authentication key, to find the registration that a log-in belongs to. */
    selector: p.blob(),
    createdAt: p.datetime(),
    /** When its link stops working. */
    expiresAt: p.datetime(),
  },
});
