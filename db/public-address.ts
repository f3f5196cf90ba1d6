/** The public address that the worker checks: which one, when that began, and whether it has ever answered. */
import { randomUUIDv7 } from 'node:crypto';
import { WatchedAddress } from './entities/watched-address.ts';
import type { EntityManager } from './orm.ts';

/**
 * Records that this address is checked from now on. What earlier silence counted for stays the same.
 *
 * @param address null if none is checked any more
 */
export async function watchAddress(em: EntityManager, address: string | null, now: Date): Promise<void> {
  // An address that answered before isn't a typo.
  await em.execute(
    `insert into watched_address (id, address, since, answered_at)
     select ?, ?::text, ?::timestamptz, case when exists (
       select 1 from watched_address where address = ?::text and answered_at is not null) then ?::timestamptz end
     where (select address from watched_address order by since desc, id desc limit 1) is distinct from ?::text`,
    [randomUUIDv7(), address, now, address, now, address],
  );
}

/** Records an answer. From the first one on, silence of this address is an outage. */
export async function addressAnswered(em: EntityManager, address: string, now: Date): Promise<void> {
  await em.nativeUpdate(WatchedAddress, { address, answeredAt: null }, { answeredAt: now });
}

export interface Watch {
  /** Whether an address is checked at all. */
  asked: boolean;
  /** When checks began of an address that has never answered; null if it has, or if none is checked. */
  neverAnsweredSince: Date | null;
}

export async function readWatch(em: EntityManager): Promise<Watch> {
  const [latest] = await em.find(
    WatchedAddress,
    {},
    { orderBy: { since: 'desc', id: 'desc' }, limit: 1, refresh: true },
  );
  const asked = latest !== undefined && latest.address !== null;
  return { asked, neverAnsweredSince: asked && !latest.answeredAt ? latest.since : null };
}
