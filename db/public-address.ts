/** Which public address is asked whether it answers, since when, and whether it ever has. */
import { randomUUIDv7 } from 'node:crypto';
import { WatchedAddress } from './entities/watched-address.ts';
import type { EntityManager } from './orm.ts';

/**
 * Notes that from now on this address is asked; what its silence was worth before stays as it was.
 *
 * @param address null where none is asked any more
 */
export async function watchAddress(em: EntityManager, address: string | null, now: Date): Promise<void> {
  // One that answered before, and is asked again, is no typo.
  await em.execute(
    `insert into watched_address (id, address, since, answered_at)
     select ?, ?::text, ?::timestamptz, case when exists (
       select 1 from watched_address where address = ?::text and answered_at is not null) then ?::timestamptz end
     where (select address from watched_address order by since desc, id desc limit 1) is distinct from ?::text`,
    [randomUUIDv7(), address, now, address, now, address],
  );
}

/** Notes that an address answered: from its first answer on, its silence counts. */
export async function addressAnswered(em: EntityManager, address: string, now: Date): Promise<void> {
  await em.nativeUpdate(WatchedAddress, { address, answeredAt: null }, { answeredAt: now });
}

export interface Watch {
  /** Whether an address is asked at all. */
  asked: boolean;
  /** Since when it is asked, where it has never answered; null where it has, or none is asked. */
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
