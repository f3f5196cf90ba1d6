import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * From when on which public address was asked whether it answers (`LIVENESS_URL`), one row for each change of it.
 * Its silence counts from `answeredAt` on: one that never answered, a typo perhaps, must not stop all switches.
 */
export const WatchedAddress = defineEntity({
  name: 'WatchedAddress',
  tableName: 'watched_address',
  properties: {
    id: p.uuid().primary(),
    /** Null: from here on none is asked. */
    address: p.text().nullable(),
    since: p.datetime(),
    /** When it first answered; null while it never has. */
    answeredAt: p.datetime().nullable(),
  },
});

export type WatchedAddressRow = InferEntity<typeof WatchedAddress>;
