/** The storm's owners: the rows that the API would have written, inserted all at once. */
import { randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from '../../db/orm.ts';

const DAY = 86_400_000;
/** When the first reminder is due by default: after 75% of 90 days. */
const REMINDER_AFTER_MS = 67.5 * DAY;

export interface StormOwners {
  ids: string[];
  /** When their reminder is due, in milliseconds. */
  at: number;
}

export const emailOf = (id: string): string => `${id}@storm.test`;

/** Makes owners whose first reminder is due at this moment. */
export async function makeOwners(em: EntityManager, count: number, at: number): Promise<StormOwners> {
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  const array = `{${ids.join(',')}}`;
  const seen = new Date(at - REMINDER_AFTER_MS);
  await em.execute(
    `insert into "user" (id, email, name, auth_hash, salt, email_verified_at, created_at)
     select id, id || '@storm.test', 'Olive Owner', 'none', '', ?, ? from unnest(?::uuid[]) id`,
    [seen, seen, array],
  );
  await em.execute(
    `insert into successor (id, user_id, email, name, verified_at, created_at)
     select gen_random_uuid(), id, 'sam@storm.test', 'Sam Successor', ?, ? from unnest(?::uuid[]) id`,
    [seen, seen, array],
  );
  // The next event is a day too late until a workflow has looked, so that reconcile does not start the workflows.
  await em.execute(
    `insert into switch (user_id, status, epoch, seq, last_seen_at, seen_in_person_at, clock_started_at,
       threshold_days, reminder_percents, quorum, access_days, next_event_at)
     select id, 'armed', 1, 1, ?, ?, ?, 90, '{75,85,95}', 1, 90, ? from unnest(?::uuid[]) id`,
    [seen, seen, seen, new Date(at + DAY), array],
  );
  return { ids, at };
}

/** Signals the product's workflows, as arming would. */
export async function signalSwitches(em: EntityManager, { ids }: StormOwners): Promise<void> {
  await em.execute(
    `insert into outbox (kind, subject_id, seq, created_at)
     select 'switch', id, 1, clock_timestamp() from unnest(?::uuid[]) id`,
    [`{${ids.join(',')}}`],
  );
}

/** How many rows of these owners in a table meet a condition. */
export async function countRows(
  em: EntityManager,
  table: 'switch' | 'mail',
  { ids }: StormOwners,
  where: string,
  values: unknown[] = [],
): Promise<number> {
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from ${table} where user_id = any(?::uuid[]) and ${where}`,
    [`{${ids.join(',')}}`, ...values],
  );
  return row?.n ?? 0;
}
