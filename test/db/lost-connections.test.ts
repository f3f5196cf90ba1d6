/** A pool whose connections are cut during transactions, as by a restart of PostgreSQL. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { asProblem } from '../../api/http/middleware/problems.ts';
import { databaseClock, databaseTime } from '../../db/database-clock.ts';
import { type EntityManager, type Orm, openDatabase } from '../../db/orm.ts';
import { ClockUntrusted, trustedClock } from '../../db/trusted-clock.ts';
import { query } from '../../dev/servers/postgres.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { startHangingProxy } from '../support/servers/hanging-proxy.ts';
import { createDatabase } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const POOL = 2;

const database = await use(createDatabase, (it) => it.drop());
const orm = await openDatabase(database, POOL);

const poolOf = (of: Orm) => (of.driver.getConnection() as PostgreSqlConnection).getNativeClient();

async function cut(em: EntityManager): Promise<void> {
  const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  await query(database, 'select pg_terminate_backend($1, 5000)', [row?.pid]);
}

test('a transaction that loses its connection is answered with 503, and frees its place in the pool', async () => {
  const lost: [string, (em: EntityManager) => Promise<unknown>][] = [
    ['between two statements', (em) => cut(em).then(() => em.execute('select 1'))],
    ['before its commit', (em) => cut(em)],
    ['within a statement', (em) => Promise.all([cut(em), em.execute('select pg_sleep(20)')])],
    ['within a savepoint', (em) => em.transactional((inner) => cut(inner))],
  ];
  for (const [when, work] of lost) {
    for (let time = 0; time < POOL; time += 1) {
      const cutOff = orm.em.fork().transactional(work);
      const problem = await cutOff.then(() => null, asProblem);
      expect([when, problem?.code]).toEqual([when, 'dependency_unavailable']);
    }
  }
  const all = Array.from({ length: POOL }, () =>
    orm.em.fork().transactional((em) => em.execute('select 1 as one')),
  );
  expect(await Promise.all(all)).toEqual(Array(POOL).fill([{ one: 1 }]));
  const { rows } = await query(
    database,
    `select count(*)::int as open from pg_stat_activity
     where datname = $1 and backend_type = 'client backend'`,
    [database.name],
  );
  expect(rows).toEqual([{ open: POOL }]);
});

test('a transaction that is idle for too long ends, with its locks', async () => {
  const own = await openDatabase(database, 1, { idleInTransactionMs: 200 });
  const idle = own.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(1)');
    await lockFree();
  });
  const lockFree = async () => {
    await orm.em.fork().transactional((em) => em.execute('select pg_advisory_xact_lock(1)'));
  };
  await expect(idle).rejects.toThrow();
  expect(await own.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await own.close(true);
});

test('a query on a connection that has gone silent is given up, and the next one gets another', async () => {
  const proxy = await startHangingProxy(`${database.host}:${database.port}`);
  const [host = '', port = ''] = proxy.address.split(':');
  const own = await openDatabase({ ...database, host, port: Number(port) }, 1, { silentMs: 2_000 });
  const selectOne = () => own.em.fork().execute('select 1 as one');
  await selectOne();
  proxy.hang();
  await expect(selectOne()).rejects.toThrow('terminated');
  proxy.open();
  expect(await selectOne()).toEqual([{ one: 1 }]);
  await own.close(true);
  await proxy.close();
});

test('the database’s clock is queried again if an answer takes too long', async () => {
  const own = await openDatabase(database, 2);
  const clock = databaseClock(own, 100);
  await clock();
  const [row] = await own.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  process.kill(Number(row?.pid), 'SIGSTOP');
  try {
    const stuck = clock();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await clock()).toBeGreaterThan(0);
    process.kill(Number(row?.pid), 'SIGCONT');
    expect(await stuck).toBeGreaterThan(0);
  } finally {
    process.kill(Number(row?.pid), 'SIGCONT');
  }
  await own.close(true);
});

test('a process’s clock is compared again if an answer takes too long', async () => {
  const { orm: own, drop } = await migratedDatabase();
  const clock = trustedClock(databaseTime(own), 60_000, undefined, 500);
  const [row] = await own.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  process.kill(Number(row?.pid), 'SIGSTOP');
  try {
    await expect(clock.current()).rejects.toThrow(ClockUntrusted);
    expect(await until('a comparison', () => clock.compare().then(clock.now, () => null))).toBeGreaterThan(0);
  } finally {
    process.kill(Number(row?.pid), 'SIGCONT');
  }
  await drop();
});

test('a connection that is still being opened doesn’t stop the others from closing', async () => {
  const own = await openDatabase(database, POOL);
  const pool = await poolOf(own);
  const late = own.em.fork().execute('select 1');
  const failed = expect(late).rejects.toThrow();
  while (pool.totalCount === 0) await setImmediate();
  expect(pool.idleCount).toBe(0);
  await own.close(true);
  await failed;
  expect(pool.totalCount).toBe(0);
});

test('closing waits for connections in use, but not for lost ones', async () => {
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const kept = orm.em.fork().transactional((em) => held.promise.then(() => em.execute('select 1 as one')));
  const lost = orm.em.fork().transactional(async (em) => {
    await em.execute('select 1');
    entered.resolve();
    await held.promise;
    await cut(em);
  });
  await entered.promise;
  const closed = orm.close(true);
  held.resolve();
  await expect(lost).rejects.toThrow();
  expect(await kept).toEqual([{ one: 1 }]);
  await closed;
});

test('a process frozen in a transaction, even an API, loses its locks within a minute', async () => {
  const [row] = await orm.em
    .fork()
    .execute<{ after: string }[]>(`select current_setting('idle_in_transaction_session_timeout') as after`);
  expect(row?.after).toBe('1min');
});
