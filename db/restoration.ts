/**
 * Starting over after a restored backup. Nobody knows which signs of life were lost with it, so every open switch gets a
 * new cycle that counts from now. For a million owners that takes minutes. Until then a switch that hasn't started over
 * is read as if it had, and starts over before any other change to it (db/switch.ts): it neither warns nor releases.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Handover, Rules } from '../switch/state.ts';
import { recordForMany, type SignRecord } from './activity-log.ts';
import { Restoration, type RestorationReason } from './entities/restoration.ts';
import { judge } from './judgement.ts';
import { isUnreadable } from './load-switch.ts';
import { replaceAllWorkflows } from './mail.ts';
import type { EntityManager } from './orm.ts';
import { disarmReturned, type Removals } from './removals.ts';
import { changeSwitch } from './switch.ts';

const DAY_MS = 86_400_000;
/** How many owners to go through before noting how far we got. */
const BATCH = 10_000;
/** How many switches that need a log record start over in one transaction. */
const CHUNK = 200;
/** How many switches that need a transaction each start over at a time. */
const AT_A_TIME = 8;
/** How long after a process has died another one takes over. */
const CLAIM_SECONDS = 20;
/** How long noting a restore waits for changes that were decided before it. After this, noting it is tried again. */
const LOCK_TIMEOUT = '10s';
/** Claims a restoration for a process. This and `CLAIMABLE` each take the ID of the process. */
export const CLAIM = `claimed_by = ?, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`;
export const CLAIMABLE = `(claimed_by = ? or claimed_until is null or claimed_until not between
  clock_timestamp() and clock_timestamp() + make_interval(secs => ${2 * CLAIM_SECONDS}))`;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface RestorationOptions {
  /** The memory that reconcile compared the database with, so that a repeated run finds nothing. */
  comparedWith?: string | null;
  /** Length of a day, by which the new moments are spread. */
  dayMs?: number;
  /** The removals that are remembered outside the database. */
  removals?: Removals;
}

/**
 * Notes that a backup was restored, and that this very database has been judged. From this commit on no earlier state
 * is used, anyone removed since the backup is disarmed, and switches go on. Noting the same moment again does nothing;
 * a later one starts over again.
 */
export function beginRestoration(
  em: EntityManager,
  at: Date,
  reason: Exclude<RestorationReason, 'moved'>,
  { comparedWith = null, dayMs = DAY_MS, removals = {} }: RestorationOptions = {},
): Promise<void> {
  return em.transactional(async (tx) => {
    await tx.execute(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    // A transaction that has a switch locked decided before this, so it commits first. All later ones read this row.
    await tx.execute('lock table switch in exclusive mode');
    // A worker may have recorded returned mail before this database was judged, so those records don't date the backup.
    const noted = await tx.execute<unknown[]>(
      `insert into restoration (id, reason, restored_at, day_ms, known_until)
       select ?, ?, at, ?, (select max(known) from (
           select max(last_seen_at) from switch where last_seen_at <= at
           union all (select a.at from activity a where a.type <> 'mail_returned' order by id desc limit 1)) k (known) where known <= at)
       from (select ?::timestamptz(3)) r (at)
       where not exists (select 1 from restoration where restored_at = at and reason <> 'moved')
       on conflict ((true)) where done_at is null do update
         set reason = excluded.reason, restored_at = excluded.restored_at, day_ms = excluded.day_ms,
           known_until = excluded.known_until, after_user_id = null, started_over = 0
         where restoration.restored_at < excluded.restored_at
       returning 1`,
      [randomUUIDv7(), reason, dayMs, at],
    );
    await judge(tx, { comparedWith });
    if (noted.length === 0) return;
    // Owners who haven't been told about an earlier one yet are told about this one.
    await tx.execute('update restoration set told_at = ? where told_at is null and done_at is not null', [
      at,
    ]);
    await disarmReturned(tx, removals, at);
    await replaceAllWorkflows(tx, at);
  });
}

/** Notes, for operators, that the data are in another cluster and that an operator said that nothing is missing. */
export async function noteMoved(em: EntityManager, at: Date): Promise<void> {
  await em.execute(`insert into restoration (id, reason, restored_at, done_at) values (?, 'moved', ?, ?)`, [
    randomUUIDv7(),
    at,
    at,
  ]);
}

/** Whether a switch has yet to start over, so that its rows may be out of date. */
export async function isYetToStartOver(em: EntityManager, userId: string): Promise<boolean> {
  const found = await em.execute<unknown[]>(
    `select 1 from switch where user_id = ? and status not in ('off', 'completed') and last_seen_at < restoring()`,
    [userId],
  );
  return found.length > 0;
}

/** Whether a backup was restored since then, so that the database may lack what happened after that moment. */
export async function isRestoredSince(em: EntityManager, at: Date): Promise<boolean> {
  return (await em.count(Restoration, { restoredAt: { $gte: at }, reason: { $ne: 'moved' } })) > 0;
}

/** Whether the owner may have come back after a handover was completed, and a restored backup doesn't show it. */
export const mayOwnerBeBack = async (
  em: EntityManager,
  handover: Pick<Handover, 'completedAt'> | null,
): Promise<boolean> => handover?.completedAt != null && isRestoredSince(em, new Date(handover.completedAt));

export interface StartOverDeps {
  fork: () => EntityManager;
  clock: () => number | Promise<number>;
  signRecord: SignRecord;
  rules: Rules;
  announce: (userId: string) => void;
  /** Called for a switch whose row makes no sense, so that nothing can be planned from it. */
  unreadable: (userId: string) => void;
}

/** Whether there is more to do: nothing, more, or only the part that another process has claimed. */
export type RemainingWork = 'nothing' | 'more' | 'others';

/** When the clock of a switch that starts over begins: `spreadMs` in switch/cycle.ts says why later than `r.at`. */
const CLOCK_STARTS = `greatest(s.clock_started_at, r.at + make_interval(secs => floor(
  ('x' || right(s.user_id::text, 4))::bit(16)::int * least(3 * r.day_ms, s.threshold_days * r.day_ms / 10) / 65536)
  / 1000))`;

/** Whether an owner has a successor to hand over to. */
const HAS_SUCCESSOR = `exists (select 1 from successor p
  where p.user_id = s.user_id and p.verified_at is not null and p.opted_out_at is null)`;

/**
 * Starts over switches without a handover that are paused or have a successor to hand over to: nearly all. A test compares
 * this with `startedOver` in switch/cycle.ts. No workflow has to be told: it finds out when its timer fires, and if
 * there is none, reconcile starts one by the time the first reminder may be due.
 */
const START_OVER = `
  update switch s set status = case s.status when 'paused' then 'paused' else 'armed' end,
    epoch = s.epoch + 1, seq = s.seq + 1, last_seen_at = r.at,
    clock_started_at = case s.status when 'paused' then s.clock_started_at else ${CLOCK_STARTS} end,
    reminders_accepted = case s.status when 'paused' then s.reminders_accepted else 0 end,
    pause_reminders = case s.status when 'paused' then s.pause_reminders else 0 end,
    reached_by_way = s.status = 'paused' and s.reached_by_way,
    ${[
      ...['last_reminder_at', 'final_notice_at', 'undeliverable_at', 'returned_at', 'owner_alive_at'],
      ...['paused_at', 'paused_until'],
    ]
      .map((column) => `${column} = case s.status when 'paused' then s.${column} end`)
      .join(', ')},
    next_event_at = case s.status when 'paused' then s.next_event_at
      else ${CLOCK_STARTS} + make_interval(secs => r.day_ms / 1000
        * least(s.threshold_days * s.reminder_percents[1] / 100.0,
          (s.threshold_days - 1) * s.reminder_percents[1] / s.reminder_percents[cardinality(s.reminder_percents)]::float8,
          90)::float8) end
  from (select ?::float8 as day_ms, ?::timestamptz as at) r
  where s.last_seen_at < r.at
    and (s.status = 'paused' or (
      exists (select 1 from "user" u where u.id = s.user_id and u.email_verified_at is not null)
      and ${HAS_SUCCESSOR}))
    and not exists (select 1 from handover h where h.user_id = s.user_id and h.status not in ('completed', 'cancelled'))`;

/**
 * The others that have to change. An owner who was seen after the restore was detected and before it was noted doesn't
 * start over, but the successor who was disarmed then may have been the last. A pause stays without one.
 */
const LEFT = `(s.status not in ('off', 'completed') and s.last_seen_at < ?
  or s.status not in ('off', 'completed', 'paused') and not ${HAS_SUCCESSOR})`;

/**
 * Starts the next few thousand owners over if a restored backup was noted and no other process is working on it. Owners
 * who have been seen since are left alone, so doing it twice changes nothing.
 *
 * @param claimant this process
 * @returns whether there is more to do
 */
export async function startOverSome(
  deps: StartOverDeps,
  claimant: string,
  batch = BATCH,
): Promise<RemainingWork> {
  const em = deps.fork();
  const [claimed] = await em.execute<{ id: string; restoredAt: Date | string; after: string | null }[]>(
    `update restoration set ${CLAIM} where done_at is null and ${CLAIMABLE}
     returning id, restored_at as "restoredAt", after_user_id as after`,
    [claimant, claimant],
  );
  if (!claimed) return (await em.count(Restoration, { doneAt: null })) > 0 ? 'others' : 'nothing';
  const { id, after } = claimed;
  const restoredAt = new Date(claimed.restoredAt);
  const from = after ?? FIRST_ID;
  const [last] = await em.execute<{ userId: string }[]>(
    'select user_id as "userId" from switch where user_id > ? order by user_id offset ? limit 1',
    [from, batch - 1],
  );
  const upTo = last?.userId ?? LAST_ID;
  const common = await em.execute<unknown[]>(
    `${START_OVER} and s.status in ('armed', 'paused') and s.user_id > ? and s.user_id <= ? returning 1`,
    [deps.rules.dayMs, restoredAt, from, upTo],
  );
  const left = async (which: string) => {
    const rows = await em.execute<{ userId: string }[]>(
      `select user_id as "userId" from switch s where user_id > ? and user_id <= ? and ${which} order by user_id`,
      [from, upTo, restoredAt],
    );
    return rows.map(({ userId }) => userId);
  };
  const extend = () =>
    em.execute(
      `update restoration set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
     where id = ? and claimed_by = ?`,
      [id, claimant],
    );
  let busy = 0;
  for (const chunk of chunks(await left(`status = 'reminding' and last_seen_at < ?`))) {
    await extend();
    busy += await startWarnedOver(deps, chunk, restoredAt);
  }
  for (const chunk of chunks(await left(LEFT))) {
    await extend();
    await eachAtOnce(chunk, (userId) => startOver(deps, userId, restoredAt));
    busy += chunk.length;
  }
  const done = last ? null : new Date(Math.max(restoredAt.getTime(), await deps.clock()));
  await em.execute(
    `update restoration set after_user_id = ?, started_over = started_over + ?, done_at = ?,
       claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
     where id = ? and restored_at = ? and claimed_by = ? and done_at is null`,
    [upTo, common.length + busy, done, id, restoredAt, claimant],
  );
  return done ? 'nothing' : 'more';
}

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += CHUNK) yield ids.slice(i, i + CHUNK);
}

/**
 * Starts over switches that are reminding and have no handover. Their logs get a record each.
 *
 * @returns how many
 */
async function startWarnedOver(
  deps: StartOverDeps,
  ids: readonly string[],
  restoredAt: Date,
): Promise<number> {
  const at = new Date(Math.max(restoredAt.getTime(), await deps.clock()));
  const changed = await deps.fork().transactional(async (em) => {
    const rows = await em.execute<{ userId: string; epoch: number }[]>(
      `${START_OVER} and s.status = 'reminding' and s.user_id = any(?::uuid[])
       returning s.user_id as "userId", s.epoch`,
      [deps.rules.dayMs, restoredAt, `{${ids.join(',')}}`],
    );
    const records = rows.map(({ userId, epoch }) => ({
      userId,
      at,
      type: 'switch_changed' as const,
      detail: { from: 'reminding', to: 'armed', epoch, reason: 'restored' },
    }));
    await recordForMany(em, deps.signRecord, records);
    return rows;
  });
  for (const { userId } of changed) deps.announce(userId);
  return changed.length;
}

/** Works on `AT_A_TIME` owners at once. Throws the first failure once all have settled. */
async function eachAtOnce(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const waiting = ids.values();
  const results = await Promise.allSettled(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const id of waiting) await work(id);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Starts over one switch whose handover, warnings or successors need more than a statement. */
async function startOver(deps: StartOverDeps, userId: string, restoredAt: Date): Promise<void> {
  const now = new Date(Math.max(restoredAt.getTime(), await deps.clock()));
  try {
    // `changeSwitch` starts it over before any other change.
    const { signRecord, rules } = deps;
    const context = { em: deps.fork(), signRecord, rules, now };
    await changeSwitch(context, userId, { kind: 'eligibility_changed' });
    deps.announce(userId);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    deps.unreadable(userId);
  }
}
