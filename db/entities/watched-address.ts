import { defineEntity, p } from '@mikro-orm/core';

/**
 * The addresses that the worker checks, `LIVENESS_URL` and the mailbox of `BOUNCE_IMAP_HOST`, one row for each change.
 * Silence counts from `answeredAt` on, because an address that never answered may be a typo and must not stop all switches.
 */
export const WatchedAddress = defineEntity({
  name: 'WatchedAddress',
  tableName: 'watched_address',
  properties: {
    id: p.uuid().primary(),
    service: p.text().$type<'public' | 'returns'>(),
    /** Null if none is checked from here on. */
    address: p.text().nullable(),
    since: p.datetime(),
    /** When it first answered; null if it never has. */
    answeredAt: p.datetime().nullable(),
  },
});
