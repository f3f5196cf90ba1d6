import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SuccessorResponse } from '../../switch/state.ts';

/** A successor within a handover: when they were asked and what they answered. */
export const Invitee = defineEntity({
  name: 'Invitee',
  tableName: 'invitee',
  properties: {
    handoverId: p.uuid().primary(),
    successorId: p.uuid().primary(),
    handoverDelayDays: p.integer(),
    invitationsSent: p.integer(),
    /** When the mail server accepted the latest ask. */
    invitedAt: p.datetime().nullable(),
    response: p.text().$type<SuccessorResponse>().nullable(),
    respondedAt: p.datetime().nullable(),
    /** How often they said that the owner is alive. */
    ownerAliveCount: p.integer(),
    message: p.text().nullable(),
    /** Whether the other successors may read it. */
    messageShared: p.boolean().default(false),
    /** Shares that this successor resealed to the others; withheld until the quorum is there. */
    reshares: p.json().$type<{ successorId: string; encryptedShare: string }[]>().nullable(),
    accessEndsAt: p.datetime().nullable(),
    lastAccessAt: p.datetime().nullable(),
  },
});

export type InviteeRow = InferEntity<typeof Invitee>;
