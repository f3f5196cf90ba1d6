/**
 * Whether this is the database that reconcile has judged. A promoted replica, a recovery to a point in time and a loaded
 * dump may all lack signs of life, so nothing brings a release nearer, or opens a vault, until reconcile has compared
 * them with the last result. One row names the judged database; the database function `is_judged` compares it with the
 * present, in the statement that reads or locks a switch.
 */
import { JudgedDatabase } from './entities/judged-database.ts';
import type { EntityManager } from './orm.ts';

/** Thrown instead of bringing a release nearer in a database that has not been judged yet. Try again in a moment. */
export class DatabaseChanged extends Error {
  override name = 'DatabaseChanged';

  constructor() {
    super('database_changed');
  }
}

export async function isJudged(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<{ judged: boolean }[]>('select is_judged() as judged');
  return row?.judged ?? false;
}

/** The present moment by the database's clock, to ask `judgedSince` later. */
export async function databaseMoment(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ now: string }[]>('select clock_timestamp()::text as now');
  return row?.now ?? 'infinity';
}

/** Whether this very database has been judged since then. */
export async function judgedSince(em: EntityManager, moment: string): Promise<boolean> {
  const [row] = await em.execute<{ judged: boolean }[]>(
    'select is_judged() and exists (select 1 from judged_database where judged_at > ?::timestamptz) as judged',
    [moment],
  );
  return row?.judged ?? false;
}

export interface Judgement {
  /** The memory that reconcile compared the database with, where it found a restored or moved one. */
  comparedWith?: string | null;
  /** When an operator said that nothing is missing. */
  movedAt?: Date;
}

/** Notes that this very database has been judged. From this commit on switches go on. */
export async function judge(
  em: EntityManager,
  { comparedWith = null, movedAt }: Judgement = {},
): Promise<void> {
  await em.execute(
    `insert into judged_database (id, system, timeline, tables, compared_with, moved_at)
     select 1, system, timeline, tables, ?, ?::timestamptz from present_database()
     on conflict (id) do update set system = excluded.system, timeline = excluded.timeline,
       tables = excluded.tables, is_behind = false, moved_at = excluded.moved_at, judged_at = excluded.judged_at,
       compared_with = coalesce(excluded.compared_with, judged_database.compared_with)`,
    [comparedWith, movedAt ?? null],
  );
}

/** Notes that this database holds less than a moment ago. Reconcile then finds a restored backup. */
export async function noteBehind(em: EntityManager): Promise<void> {
  await em.nativeUpdate(JudgedDatabase, { id: 1 }, { isBehind: true });
}

/** The facts that distinguish one database from another. */
export interface PresentDatabase {
  /** The system identifier, which physical copies share. Null if this PostgreSQL doesn't say. */
  system: string | null;
  /** Changes with every promotion and every point-in-time recovery. Null if this PostgreSQL doesn't say. */
  timeline: number | null;
  /** New after a dump was loaded. */
  tables: string;
  /** How many bytes of the WAL are flushed; never decreases within a timeline. Null if this PostgreSQL doesn't say. */
  written: string | null;
}

export async function presentDatabase(em: EntityManager): Promise<PresentDatabase> {
  const [row] = await em.execute<PresentDatabase[]>(
    'select system, timeline, tables, written from present_database()',
  );
  if (!row) throw new Error('the database does not say which it is');
  return row;
}
