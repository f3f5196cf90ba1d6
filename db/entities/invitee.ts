import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SuccessorResponse } from '../../switch/state.ts';

/** A successor in a handover: when they were invited, and their answer. */
export const Invitee = defineEntity({
  name: 'Invitee',
  tableName: 'invitee',
  properties: {
    handoverId: p.uuid().primary(),
    successorId: p.uuid().primary(),
    handoverDelayDays: p.integer(),
    invitationsSent: p.integer(),
    /** When the mail server accepted the latest invitation. */
    invitedAt: p.datetime().nullable(),
    response: p.text().$type<SuccessorResponse>().nullable(),
    respondedAt: p.datetime().nullable(),
    /** How often they have said that the owner is alive. */
    ownerAliveCount: p.integer(),
    message: p.text().nullable(),
    /** Whether other successors may read the message. */
    messageShared: p.boolean().default(false),
    /** Shares that this successor resealed for the others, withheld until the quorum is reached. */
    reshares: p.json().$type<{ successorId: string; encryptedShare: string }[]>().nullable(),
    accessEndsAt: p.datetime().nullable(),
    /** Which reminder of that end was the last to be sent, from 1; 0 if none was. */
    accessReminders: p.integer().default(0),
    lastAccessAt: p.datetime().nullable(),
  },
});

export type InviteeRow = InferEntity<typeof Invitee>;
