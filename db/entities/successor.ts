import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DEFAULT_LOCALE, type Language } from '../locale.ts';

/** A person who may receive the vault. */
export const Successor = defineEntity({
  name: 'Successor',
  tableName: 'successor',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    email: p.text(),
    name: p.text(),
    /** How they read (db/locale.ts). */
    language: p.text().$type<Language>().default(DEFAULT_LOCALE.language),
    timeZone: p.text().default(DEFAULT_LOCALE.timeZone),
    /** When they confirmed their mailbox. Only a verified successor arms a switch. */
    verifiedAt: p.datetime().nullable(),
    /** When they opted out. */
    optedOutAt: p.datetime().nullable(),
    /** When a restored backup brought them back although they had been removed. They have to confirm again. */
    returnedAt: p.datetime().nullable(),
    /** Another mailbox of theirs, and when they confirmed it. From then on our mails go to both. */
    secondEmail: p.text().nullable(),
    secondVerifiedAt: p.datetime().nullable(),
    handoverDelayDays: p.integer(),
    restrictToAssignedEntries: p.boolean(),
    /** Base64 X-Wing public key (ML-KEM-768 and X25519, crypto/hpke.ts), and the public salt of its recovery kit. */
    publicKey: p.text().nullable(),
    publicKeySalt: p.text().nullable(),
    /** Base64 public signing keys of the owner, for everything sealed to this successor: Ed25519, then ML-DSA-65. */
    ownerKey: p.text().nullable(),
    /** When the owner compared the key out of band. A pinned key is never replaced. */
    keyPinnedAt: p.datetime().nullable(),
    encryptedShare: p.text().nullable(),
    sharesStale: p.boolean(),
    /** Counts how often another share was stored. A trigger counts. */
    shareVersion: p.integer().default(0),
    /** When they are asked next whether they can be reached; null before they confirmed their address. */
    nextQuestionAt: p.datetime().nullable(),
    /** When their owner was last told by mail that one of their addresses refuses our mail. */
    bounceToldAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type SuccessorRow = InferEntity<typeof Successor>;
