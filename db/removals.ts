/**
 * Removals that a restored backup must not undo unnoticed: deleted accounts, and successors who were removed, moved to
 * another address, lost their second one or opted out. Triggers note a hash of each. Reconcile also keeps the latest
 * outside the database. Nothing is deleted again: a backup may be restored because something was deleted by mistake.
 */
import type { EntityManager } from './orm.ts';

/** For how many days removals are remembered, and how many at most: as text they stay below Temporal's size warning. */
const REMEMBERED_DAYS = 90;
const MOST = 15_000;
/** The length of a hash in base64. */
const HASH_LENGTH = 16;

/** By day, as in 2026-11-23: the hashes in base64, one after another. */
export type Removals = Readonly<Record<string, string>>;

const OLDEST = `(now() at time zone 'UTC')::date - ${REMEMBERED_DAYS}`;

const hashesIn = (hashes: string): string[] =>
  Array.from({ length: hashes.length / HASH_LENGTH }, (_, i) =>
    hashes.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH),
  );

/** The latest removals, including those that are only remembered. */
export async function readRemovals(em: EntityManager, remembered: Removals = {}): Promise<Removals> {
  const [row] = await em.execute<{ oldest: string; known: { day: string; hash: string }[] }[]>(
    `select to_char(${OLDEST}, 'YYYY-MM-DD') as oldest, (select coalesce(json_agg(r), '[]') from (
         select to_char(day, 'YYYY-MM-DD') as day, encode(hash, 'base64') as hash
         from removal where day >= ${OLDEST} order by removal.day desc limit ${MOST}) r) as known`,
  );
  if (!row) throw new Error('the database returned nothing');
  const days = new Map<string, Set<string>>();
  const add = (day: string, hash: string) => days.set(day, (days.get(day) ?? new Set()).add(hash));
  for (const { day, hash } of row.known) add(day, hash);
  for (const [day, hashes] of Object.entries(remembered)) {
    if (day >= row.oldest) for (const hash of hashesIn(hashes)) add(day, hash);
  }
  let left = MOST;
  const newestFirst = [...days].sort(([a], [b]) => (a < b ? 1 : -1));
  const latest = newestFirst.map(([day, hashes]) => {
    const kept = [...hashes].sort().slice(0, left);
    left -= kept.length;
    return [day, kept.join('')] as const;
  });
  return Object.fromEntries(latest.filter(([, hashes]) => hashes !== ''));
}

/** Deletes removals that are too old to be remembered. */
export async function forgetOldRemovals(em: EntityManager): Promise<void> {
  await em.execute(`delete from removal where day < ${OLDEST}`);
}

const MISSING = `(select decode(hash, 'base64') as hash from unnest(?::text[]) hash) missing`;
const uuids = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/**
 * Notes the removals that a restored database doesn't know, and disarms accounts and successors that it brought back:
 * such successors have to confirm their address again before they can be asked or read anything, and their links are
 * dead; an account that was deleted has no confirmed successor and no session.
 */
export async function disarmReturned(em: EntityManager, removals: Removals, restoredAt: Date): Promise<void> {
  const all = Object.entries(removals).flatMap(([day, hashes]) =>
    hashesIn(hashes).map((hash) => ({ day, hash })),
  );
  if (all.length === 0) return;
  const missing = await em.execute<{ hash: string }[]>(
    `insert into removal (hash, day) select decode(hash, 'base64'), day
     from unnest(?::text[], ?::date[]) removed (hash, day)
     on conflict do nothing returning encode(hash, 'base64') as hash`,
    [`{${all.map(({ hash }) => hash).join(',')}}`, `{${all.map(({ day }) => day).join(',')}}`],
  );
  if (missing.length === 0) return;
  const hashes = `{${missing.map(({ hash }) => hash).join(',')}}`;
  const successors = await em.execute<{ id: string; optedOut: boolean }[]>(
    `select s.id, bool_or(kind = 'opt_out') as "optedOut"
     from successor s cross join (values ('successor'), ('opt_out')) k (kind)
       join ${MISSING} on missing.hash = removal_hash(kind, s.id || '/' || s.email)
     where s.opted_out_at is null group by s.id`,
    [hashes],
  );
  const accounts = await em.execute<{ id: string }[]>(
    `select u.id from "user" u join ${MISSING} on missing.hash = removal_hash('account', u.id::text)`,
    [hashes],
  );
  const seconds = await em.execute<{ id: string }[]>(
    `update successor s set second_verified_at = null from ${MISSING}
     where missing.hash = removal_hash('second_address', s.id || '/' || s.second_email) returning s.id`,
    [hashes],
  );
  // Otherwise anyone who reads that mailbox could confirm it again, by the mail of that time or by one still queued.
  const ids = uuids(seconds.map(({ id }) => id));
  await endLinks(em, ids, 'to_second');
  await endMails(em, ids, ['second_address']);
  await disarm(em, successors, uuids(accounts.map(({ id }) => id)), restoredAt);
}

/** Ends the links of successors, except those for opting out. @param which only those to second addresses, or all */
async function endLinks(em: EntityManager, ids: string, which: 'to_second' | 'true'): Promise<void> {
  await em.execute(
    `delete from token where purpose in ('successor_verification', 'second_address', 'response', 'access', 'contact')
       and successor_id = any(?::uuid[]) and ${which}`,
    [ids],
  );
}

/** Ends the queued mails of successors of these kinds. */
async function endMails(em: EntityManager, ids: string, kinds: readonly string[]): Promise<void> {
  await em.execute(
    `update mail set status = 'obsolete', claimed_until = null
     where status = 'queued' and kind = any(?::text[]) and successor_id = any(?::uuid[])`,
    [`{${kinds.join(',')}}`, ids],
  );
}

async function disarm(
  em: EntityManager,
  successors: readonly { id: string; optedOut: boolean }[],
  accounts: string,
  restoredAt: Date,
): Promise<void> {
  const removed = uuids(successors.map(({ id }) => id));
  const optedOut = uuids(successors.filter((each) => each.optedOut).map(({ id }) => id));
  const disarmed = await em.execute<{ id: string }[]>(
    `update successor set verified_at = null, second_verified_at = null, returned_at = ?,
       opted_out_at = case when id = any(?::uuid[]) then ? else opted_out_at end
     where id = any(?::uuid[]) or (user_id = any(?::uuid[]) and opted_out_at is null) returning id`,
    [restoredAt, optedOut, restoredAt, removed, accounts],
  );
  // As when a holder of a share is removed.
  await em.execute(
    `update successor set shares_stale = true where encrypted_share is not null and user_id in (
       select user_id from successor where id = any(?::uuid[]) and encrypted_share is not null)`,
    [removed],
  );
  const ids = uuids(disarmed.map(({ id }) => id));
  await endLinks(em, ids, 'true');
  await endMails(em, ids, ['successor_verification', 'second_address', 'rehearsal']);
  await em.execute('update "user" set returned_at = ? where id = any(?::uuid[])', [restoredAt, accounts]);
  await em.execute(
    'update session set revoked_at = ? where user_id = any(?::uuid[]) and revoked_at is null',
    [restoredAt, accounts],
  );
}
