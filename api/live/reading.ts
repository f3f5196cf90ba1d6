/** Reads new records for open pages. The database decides; hints only say when to look. */
import { loadSwitch } from '../../db/load-switch.ts';
import type { EntityManager, Orm } from '../../db/orm.ts';
import { runStatement, type Statement } from '../../db/prepared.ts';
import type { ApiDeps, SettledDeps } from '../deps.ts';
import { planned, toMoment } from '../switch/planned.ts';
import type { LiveConnection } from './connection.ts';
import type { RecordRow } from './events.ts';

/** How many records are read at once. */
export const BATCH = 200;

const NEW_RECORDS: Statement<{ records: (Omit<RecordRow, 'at'> & { at: string })[]; live: string[] }> = {
  name: 'live-news',
  text: `select
      coalesce((select json_agg(r) from (
        select a.id::text, type, at, detail from activity a
        where user_id = $1 and a.id > $2 order by a.id limit ${BATCH}
      ) r), '[]') as records,
      array(
        select id::text from session where id = any($3::uuid[]) and revoked_at is null and expires_at > $4
      ) as live`,
};

export interface NewRecords {
  /** The owner's records after the last one, oldest first, at most `BATCH`. */
  records: RecordRow[];
  /** The given sessions that are live, and therefore were live when the records were made. */
  live: ReadonlySet<string>;
}

/** @param after the last record that was sent; without it, no records are read */
export async function readNewRecords(
  orm: Orm,
  userId: string,
  after: bigint | undefined,
  sessionIds: readonly string[],
  now: Date,
): Promise<NewRecords> {
  // One statement sees records and sessions at the same moment.
  const [found] = await runStatement(orm, NEW_RECORDS, [userId, after?.toString() ?? null, sessionIds, now]);
  const { records = [], live = [] } = found ?? {};
  return { records: records.map((row) => ({ ...row, at: new Date(row.at) })), live: new Set(live) };
}

const OWNERS_TO_UPDATE: Statement<{ userId: string }> = {
  name: 'live-outdated',
  text: `select distinct page.user_id::text as "userId"
    from unnest($1::uuid[], $2::uuid[], $3::bigint[]) page (user_id, session_id, sent)
    where exists (select 1 from activity a where a.user_id = page.user_id and a.id > page.sent)
      or not exists (
        select 1 from session s where s.id = page.session_id and s.revoked_at is null and s.expires_at > $4
      )`,
};

/** The owners of pages that lack a record, or whose session has ended. */
export async function ownersToUpdate(
  orm: Orm,
  pages: readonly Pick<LiveConnection, 'userId' | 'sessionId' | 'sentUpTo'>[],
  now: Date,
): Promise<string[]> {
  const rows = await runStatement(orm, OWNERS_TO_UPDATE, [
    pages.map(({ userId }) => userId),
    pages.map(({ sessionId }) => sessionId),
    pages.map(({ sentUpTo }) => sentUpTo?.toString() ?? null),
    now,
  ]);
  return rows.map(({ userId }) => userId);
}

const SOCKET_STATE: Statement<{ last: string; live: boolean }> = {
  name: 'live-socket-state',
  text: `select
      coalesce((select id from activity where user_id = $1 order by id desc limit 1), 0)::text as last,
      exists (select 1 from session where id = $2 and revoked_at is null and expires_at > $3) as live`,
};

/** @returns the owner's last record, 0 if there is none; null if the session has ended */
export async function lastRecord(
  orm: Orm,
  { userId, sessionId }: Pick<LiveConnection, 'userId' | 'sessionId'>,
  now: Date,
): Promise<bigint | null> {
  const [found] = await runStatement(orm, SOCKET_STATE, [userId, sessionId, now]);
  return found?.live ? BigInt(found.last) : null;
}

/** An owner's switch as a page shows it first; null if the account was deleted. */
export async function snapshot(deps: SettledDeps, em: EntityManager, userId: string, now: Date) {
  const current = await loadSwitch(em, userId);
  if (!current) return null;
  const { state } = current;
  const { deadline, holds } = await planned(deps as ApiDeps, em, current, now);
  return {
    status: state.status,
    epoch: state.epoch,
    deadline: toMoment(deadline),
    lastSeenAt: new Date(state.lastSeenAt).toISOString(),
    holds,
    pausedUntil: toMoment(state.pausedUntil),
  };
}
