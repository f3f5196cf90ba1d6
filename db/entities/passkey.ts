import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { TextArray } from '../text-array.ts';

/** A passkey of an owner: a discoverable WebAuthn credential. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Chosen by the authenticator, base64url. */
    credentialId: p.text(),
    /** A COSE key (RFC 9052). */
    publicKey: p.blob(),
    /** The authenticator's signature counter. Always 0 for most passkeys that are synced between devices. */
    counter: p.bigint('number'),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: p.type(TextArray).columnType('text[]'),
    /** Whether the authenticator keeps copies on other devices, as of its last use. */
    isSynced: p.boolean(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    /** When the latest accepted challenge was issued. We accept none issued then or earlier. */
    challengedAt: p.datetime(3).nullable(),
  },
});

export type PasskeyRow = InferEntity<typeof Passkey>;
