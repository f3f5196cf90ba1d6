/** PostgreSQL's own statistics and plans of the statements it ran. */
import { readFile, stat } from 'node:fs/promises';
import { type PostgresServer, query, superuserOf } from '../../dev/servers/postgres.ts';

/** Restarts PostgreSQL so that it watches every statement, and writes large amounts without stopping for it. */
export async function watchStatements(postgres: PostgresServer): Promise<void> {
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
  };
  for (const [name, value] of Object.entries(settings))
    await query(superuserOf(postgres), `alter system set ${name} = '${value}'`);
  await postgres.process.stop();
  await postgres.process.start();
  await query(superuserOf(postgres), 'create extension if not exists pg_stat_statements');
}

export interface WatchedStatement {
  database: string;
  /** Without values. */
  text: string;
  calls: number;
  /** Pages of 8 KiB that all calls read or found in memory. */
  pages: number;
}

/** Every statement since the last call, by database. */
export async function takeStatements(postgres: PostgresServer): Promise<WatchedStatement[]> {
  const { rows } = await query(
    superuserOf(postgres),
    `select d.datname as database, query as text,
       sum(calls)::int as calls, sum(shared_blks_hit + shared_blks_read)::float8 as pages
     from pg_stat_statements s join pg_database d on d.oid = s.dbid group by 1, 2`,
  );
  await query(superuserOf(postgres), 'select pg_stat_statements_reset()');
  return rows;
}

/** The plan of a statement without its values. */
export async function genericPlan(postgres: PostgresServer, database: string, text: string): Promise<string> {
  const { rows } = await query({ ...superuserOf(postgres), database }, `explain (generic_plan) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/**
 * Runs something while PostgreSQL logs its plans.
 *
 * @param prepare opens new connections, whose plans PostgreSQL logs, and returns the call to run on them
 * @returns the plan of the slowest statement
 */
export async function slowestPlan(
  postgres: PostgresServer,
  database: string,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<string> {
  // PostgreSQL only knows the settings of a module it has loaded.
  const set = (change: string) =>
    query(
      superuserOf(postgres),
      `load 'auto_explain'; alter role ${postgres.user} in database ${database} ${change}`,
    );
  for (const [name, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_analyze', 'on'],
    ['auto_explain.log_nested_statements', 'on'],
  ] as const) {
    await set(`set ${name} = '${value}'`);
  }
  try {
    const run = await prepare();
    const from = (await stat(postgres.process.logFile)).size;
    await run();
    const log = (await readFile(postgres.process.logFile)).subarray(from).toString();
    const plans = [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:[\t ].*\n?)+)/g)];
    const [slowest] = plans.toSorted((a, b) => Number(b[1]) - Number(a[1]));
    return slowest ? `${slowest[1]} ms\n${slowest[2]}` : 'no plan was logged';
  } finally {
    await set('reset all');
  }
}
