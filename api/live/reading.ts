/** Reads what open pages are told. The database is the truth; hints only say when to look. */
import { Activity } from '../../db/entities/activity.ts';
import { Session } from '../../db/entities/session.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps, SettledDeps } from '../deps.ts';
import { planned, toMoment } from '../routes/inactivity/planned.ts';
import type { RecordRow } from './events.ts';

/** How many records are read at once. */
export const BATCH = 200;

/** An owner's records after this one, oldest first, at most `BATCH`. */
export const recordsAfter = (em: EntityManager, userId: string, id: bigint): Promise<RecordRow[]> =>
  em.find(
    Activity,
    { userId, id: { $gt: id.toString() } },
    { orderBy: { id: 'asc' }, limit: BATCH, fields: ['id', 'type', 'at', 'detail'] },
  );

/** Which of these sessions are live now. */
export async function liveAmong(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await em.find(
    Session,
    { id: { $in: [...new Set(ids)] }, revokedAt: null, expiresAt: { $gt: now } },
    { fields: ['id'] },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which owners have records after the last one they were sent. */
export async function behind(em: EntityManager, sent: ReadonlyMap<string, bigint>): Promise<string[]> {
  if (sent.size === 0) return [];
  const rows = await em.execute<{ userId: string }[]>(
    `select t.user_id as "userId"
     from unnest(string_to_array(?, ',')::uuid[], string_to_array(?, ',')::bigint[]) as t (user_id, sent)
     where exists (select 1 from activity a where a.user_id = t.user_id and a.id > t.sent)`,
    [[...sent.keys()].join(','), [...sent.values()].join(',')],
  );
  return rows.map(({ userId }) => userId);
}

/** An owner's switch as a page shows it first; null once the account is gone. */
export async function snapshot(deps: SettledDeps, em: EntityManager, userId: string, now: Date) {
  const current = await loadSwitch(em, userId);
  if (!current) return null;
  const { state } = current;
  const { deadline, conditions } = await planned(deps as ApiDeps, em, current, now);
  return {
    status: state.status,
    epoch: state.epoch,
    deadline: toMoment(deadline),
    lastSeenAt: new Date(state.lastSeenAt).toISOString(),
    holds: [...conditions.holds],
    pausedUntil: toMoment(state.pausedUntil),
  };
}

/** The last record of an owner; 0 if there is none. */
export async function lastRecord(em: EntityManager, userId: string): Promise<bigint> {
  const [row] = await em.execute<{ id: string }[]>(
    'select coalesce(max(id), 0)::text as id from activity where user_id = ?',
    [userId],
  );
  return BigInt(row?.id ?? 0);
}
