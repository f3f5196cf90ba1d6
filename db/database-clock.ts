/** The database's clock, which every process checks its own clock against. */
import type { Orm } from './orm.ts';
import type { DatabaseTime } from './trusted-clock.ts';

/** A query that takes longer is no longer shared, because its connection may be dead. */
export const SHARED_MS = 10_000;

/** The database's time in milliseconds. Calls during a query share its answer, for up to `sharedMs`. */
export function databaseClock(orm: Orm, sharedMs = SHARED_MS): () => Promise<number> {
  let pending: { since: number; answer: Promise<number> } | null = null;
  const ask = async (): Promise<number> => {
    const [row] = await orm.em
      .fork()
      .execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    return Number(row?.ms);
  };
  return () => {
    if (pending && performance.now() - pending.since < sharedMs) return pending.answer;
    const mine = { since: performance.now(), answer: ask() };
    pending = mine;
    const settle = () => {
      if (pending === mine) pending = null;
    };
    mine.answer.then(settle, settle);
    return mine.answer;
  };
}

/** Asks for the database's time and for the newest heartbeat that it remembers, for `trustedClock`. */
export const databaseTime = (orm: Orm) => async (): Promise<DatabaseTime> => {
  const [row] = await orm.em.fork().execute<{ now: string; newest: string | null }[]>(
    `select extract(epoch from clock_timestamp()) * 1000 as now,
       extract(epoch from (select max(beat_at) from liveness)) * 1000 as newest`,
  );
  return { now: Number(row?.now), newestBeat: row?.newest == null ? null : Number(row.newest) };
};
