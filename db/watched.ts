/** The addresses that the worker checks: which ones, when that began, and whether they have ever answered. */
import { randomUUIDv7 } from 'node:crypto';
import { WatchedAddress } from './entities/watched-address.ts';
import type { WatchedService } from './liveness.ts';
import type { EntityManager } from './orm.ts';

/**
 * Records that this address is checked from now on. Whether earlier silence was an outage doesn't change.
 *
 * @param address null if none is checked any more
 */
export async function watchAddress(
  em: EntityManager,
  service: WatchedService,
  address: string | null,
  now: Date,
): Promise<void> {
  // An address that answered before isn't a typo.
  await em.execute(
    `with own as (select * from watched_address where service = ?)
     insert into watched_address (id, service, address, since, answered_at)
     select ?, ?, ?::text, ?::timestamptz, case when exists (
       select 1 from own where address = ?::text and answered_at is not null) then ?::timestamptz end
     where (select address from own order by since desc, id desc limit 1) is distinct from ?::text`,
    [service, randomUUIDv7(), service, address, now, address, now, address],
  );
}

/** Records an answer. From the first one on, silence of this address is an outage. */
export async function addressAnswered(
  em: EntityManager,
  service: WatchedService,
  address: string,
  now: Date,
): Promise<void> {
  await em.nativeUpdate(WatchedAddress, { service, address, answeredAt: null }, { answeredAt: now });
}

export interface Watch {
  /** Whether an address is checked at all. */
  asked: boolean;
  /** When checks began of an address that has never answered; null if it has, or if none is checked. */
  neverAnsweredSince: Date | null;
}

export async function readWatch(em: EntityManager, service: WatchedService): Promise<Watch> {
  const [latest] = await em.find(
    WatchedAddress,
    { service },
    { orderBy: { since: 'desc', id: 'desc' }, limit: 1, refresh: true },
  );
  const asked = latest !== undefined && latest.address !== null;
  return { asked, neverAnsweredSince: asked && !latest.answeredAt ? latest.since : null };
}
