import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { CancelReason, HandoverStatus } from '../../switch/state.ts';

/** A handover, open or past. Quorum and invitees were frozen when it started. */
export const Handover = defineEntity({
  name: 'Handover',
  tableName: 'handover',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    epoch: p.integer(),
    status: p.text().$type<HandoverStatus>(),
    quorum: p.integer(),
    startedAt: p.datetime(),
    graceEndedAt: p.datetime().nullable(),
    releasedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    cancelReason: p.text().$type<CancelReason>().nullable(),
    /** Whether the final notice couldn't be delivered because the owner's address is dead. */
    undeliverable: p.boolean(),
    /** The length of the grace period that the final notice named. */
    graceMs: p.float().columnType('double precision'),
    /** The owner's own words when they cancelled. */
    cancelNote: p.text().nullable(),
  },
});

export type HandoverRow = InferEntity<typeof Handover>;
