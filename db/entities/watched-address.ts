import { defineEntity, p } from '@mikro-orm/core';

/**
 * The public address that the worker checks (`LIVENESS_URL`), one row for each change of it. Its silence counts from
 * `answeredAt` on, because an address that never answered may be a typo and must not stop all switches.
 */
export const WatchedAddress = defineEntity({
  name: 'WatchedAddress',
  tableName: 'watched_address',
  properties: {
    id: p.uuid().primary(),
    /** Null if none is checked from here on. */
    address: p.text().nullable(),
    since: p.datetime(),
    /** When it first answered; null if it never has. */
    answeredAt: p.datetime().nullable(),
  },
});
