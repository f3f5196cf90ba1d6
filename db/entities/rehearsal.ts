import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A harmless entry that the owner's client encrypted for a rehearsal. We can't read it. */
export interface RehearsalSample {
  id: string;
  encryptedData: string;
  iv: string;
  salt: string;
  algorithm: string;
  envelope: string | null;
  encryptedShare: string | null;
}

/** The latest rehearsal with a successor: the real path, without a switch or handover. */
export const Rehearsal = defineEntity({
  name: 'Rehearsal',
  tableName: 'rehearsal',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Unique: a new rehearsal replaces the previous one. */
    successorId: p.uuid(),
    /** Null once the rehearsal is over. */
    sample: p.json().$type<RehearsalSample>().nullable(),
    requestedAt: p.datetime(),
    /** When its links stop working. */
    expiresAt: p.datetime(),
    mailAcceptedAt: p.datetime().nullable(),
    response: p.text().nullable(),
    respondedAt: p.datetime().nullable(),
    /** When they first read the sample. */
    openedAt: p.datetime().nullable(),
  },
});

export type RehearsalRow = InferEntity<typeof Rehearsal>;
