import { defineEntity, p } from '@mikro-orm/core';

/**
 * Why every open switch starts over: the database has lost data (`older`), it is on another timeline (`timeline`), or an
 * operator says so (`operator`). `moved` starts nothing over: the data is in another cluster, and nothing is missing.
 */
export const RESTORATION_REASONS = ['older', 'timeline', 'operator', 'moved'] as const;
export type RestorationReason = (typeof RESTORATION_REASONS)[number];

/** A restored backup. Until it is done, switches last seen before `restoredAt` may not have started over. */
export const Restoration = defineEntity({
  name: 'Restoration',
  tableName: 'restoration',
  properties: {
    id: p.uuid().primary(),
    reason: p.text().$type<RestorationReason>(),
    restoredAt: p.datetime(),
    /** All owners up to this one have started over. */
    afterUserId: p.uuid().nullable(),
    /** How many switches this job has started over. Others may have started over on their own. */
    startedOver: p.integer(),
    /** The process working on it, and until when it has it alone, by the database's clock. */
    claimedBy: p.uuid().nullable(),
    claimedUntil: p.datetime().nullable(),
    doneAt: p.datetime().nullable(),
    /** Length of a day when it was noted: the new moments are spread over three of them. */
    dayMs: p.double().default(86_400_000),
    /** The newest moment that the restored database knows; null if it knows none. */
    knownUntil: p.datetime().nullable(),
    /** All owners up to this one have been told, how many that is, and when all had been. */
    toldAfter: p.uuid().nullable(),
    told: p.integer().default(0),
    toldAt: p.datetime().nullable(),
  },
});
