import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * Why every open switch starts over: the database remembers less than it did (`older`), it continues another history
 * than the one that was written to (`timeline`), or an operator says so. `moved` starts nothing over: the data lie in
 * another cluster, and nothing is missing.
 */
export type RestorationReason = 'older' | 'timeline' | 'operator' | 'moved';

/** A restored backup that was noticed. While it is not done, whoever was last seen before it has not started over. */
export const Restoration = defineEntity({
  name: 'Restoration',
  tableName: 'restoration',
  properties: {
    id: p.uuid().primary(),
    reason: p.text().$type<RestorationReason>(),
    restoredAt: p.datetime(),
    /** Everybody up to this owner has started over. */
    afterUserId: p.uuid().nullable(),
    /** How many have; those who were met on the way by somebody else not counted. */
    startedOver: p.integer(),
    /** The process that is at it, and until when nobody else is; the database's own clock. */
    claimedBy: p.uuid().nullable(),
    claimedUntil: p.datetime().nullable(),
    doneAt: p.datetime().nullable(),
  },
});

export type RestorationRow = InferEntity<typeof Restoration>;
