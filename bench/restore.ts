/**
 * `npm run bench:restore`: restores a million owners from a backup that lacks signs of life, on servers of its own, and
 * starts a worker on it. Exits with 0 only if all have started over within five minutes, with the worker ready meanwhile
 * and nobody warned or released.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { readStatistics } from '../api/monitoring/statistics.ts';
import { databaseOf, loadConfig } from '../config.ts';
import { type Orm, openDatabase } from '../db/orm.ts';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { startPostgres } from '../dev/servers/postgres.ts';
import { startRedis } from '../dev/servers/redis.ts';
import { startTemporal } from '../dev/servers/temporal.ts';
import { reconcileNow } from '../worker/schedules.ts';
import { startWorker } from '../worker/service.ts';
import { makeCrowd } from './crowd.ts';
import { type Closing, runBench } from './run.ts';

/** The promise. */
const WITHIN_MS = 300_000;
const OWNERS = 1_000_000;
/** How many one statement makes: enough for a small machine's memory. */
const AT_A_TIME = 100_000;
const HELP = `npm run bench:restore -- [--owners ${OWNERS}]
  --owners  how many owners to make`;

function readFlags(): { help: boolean; owners: number } {
  const options = {
    owners: { type: 'string', default: String(OWNERS) },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:restore');
  return { help: values.help, owners: wholeNumber('owners', values.owners) };
}

const count = async (orm: Orm, sql: string, values: unknown[] = []): Promise<number> => {
  const [row] = await orm.em.fork().execute<{ n: number }[]>(`select count(*)::int as n from ${sql}`, values);
  return row?.n ?? 0;
};

async function measure(owners: number, closing: Closing): Promise<boolean> {
  const say = narrate();
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  say('starting PostgreSQL, Redis and Temporal');
  const postgres = await startPostgres({ say });
  closing.push(() => postgres.stop());
  const redis = await startRedis({ say });
  closing.push(() => redis.stop());
  const temporal = await startTemporal({ say });
  closing.push(() => temporal.stop());
  await postgres.ensureDatabase('restore');
  const secret = () => randomBytes(64).toString('base64');
  const config = loadConfig({
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    LOG_LEVEL: 'error',
    DB_HOST: postgres.host,
    DB_PORT: String(postgres.port),
    DB_NAME: 'restore',
    DB_USER: postgres.user,
    DB_PASSWORD: postgres.password,
    REDIS_HOST: redis.host,
    REDIS_PORT: String(redis.port),
    TEMPORAL_ADDRESS: temporal.address,
  });
  const orm = await openDatabase(databaseOf(config), 4);
  closing.push(() => orm.close(true));
  await orm.migrator.up();
  // One more owner, whose last sign of life the backup lacks.
  await makeCrowd(orm.em.fork(), 1, new Date());
  const run = () => startWorker(config, pino({ level: 'error' }));
  const connection = await Connection.connect({ address: temporal.address });
  closing.push(() => connection.close());
  const first = run();
  closing.push(() => first.stop());
  await first.ready;
  await orm.em.fork().execute(`select setval('sign_of_life', 1000)`);
  await reconcileNow(new Client({ connection }), config.TEMPORAL_TASK_QUEUE);
  await first.stop();
  for (let made = 0; made < owners; made += AT_A_TIME) {
    say(`making owners: ${made} of ${owners}`);
    // All are long overdue: without starting over, each would be warned or released at once.
    const past = new Date(Date.now() - 120 * 86_400_000);
    await makeCrowd(orm.em.fork(), Math.min(AT_A_TIME, owners - made), past);
  }
  await orm.em.fork().execute(`select setval('sign_of_life', 1)`);
  const open = await count(orm, `switch where status not in ('off', 'completed')`);

  say('a worker starts on it');
  const began = Date.now();
  const worker = run();
  closing.push(() => worker.stop());
  await worker.ready;
  const readyMs = Date.now() - began;
  const [{ at } = { at: null }] = await orm.em
    .fork()
    .execute<{ at: string | null }[]>('select restored_at as at from restoration where done_at is null');
  const alreadyDone = at === null;
  let longest = 0;
  for (;;) {
    // An owner looks at their switch meanwhile.
    const from = performance.now();
    await orm.em.fork().execute('select * from load_switch((select user_id from switch limit 1), true)');
    longest = Math.max(longest, performance.now() - from);
    if ((await count(orm, 'restoration where done_at is null')) === 0) break;
    if (Date.now() - began > 4 * WITHIN_MS) throw new Failure('not every switch started over');
    await sleep(200);
  }
  const tookMs = Date.now() - began;
  const now = new Date();
  const [row] = await orm.em
    .fork()
    .execute<{ startedOver: number }[]>(
      `select started_over as "startedOver" from restoration where reason = 'older'`,
    );
  const left = await count(
    orm,
    `switch where status not in ('off', 'completed')
       and last_seen_at < (select max(restored_at) from restoration)`,
  );
  const notAtRest = await count(orm, `switch where status not in ('off', 'completed', 'armed', 'paused')`);
  const released = await count(
    orm,
    `mail where kind in ('reminder', 'final_notice', 'invitation', 'access') and created_at > ?`,
    [new Date(began)],
  );
  const told = await count(orm, `mail where kind = 'handover_cancelled'`);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  const [counted] = await orm.em.fork().execute<{ ms: number }[]>('select took_ms as ms from counted');
  const reading = await timed(() => readStatistics(orm.em.fork(), now, { dayMs: 86_400_000, graceMs: 0 }));

  console.log(`
  owners                                        ${owners}
  open switches, started over by the worker     ${open}, ${row?.startedOver}
  worker ready after                            ${seconds(readyMs)}${alreadyDone ? ' (all done by then)' : ''}
  all have started over after                   ${seconds(tookMs)}
  longest wait for a switch's row meanwhile     ${seconds(longest)}
  successors told that a handover is cancelled  ${told}
  counting users, switches and mails            ${counted?.ms} ms
  a reading of the statistics                   ${Math.round(reading)} ms
`);
  const promises: [string, boolean][] = [
    ['every open switch has started over', left === 0 && notAtRest === 0],
    ['nobody was warned, invited or let in', released === 0],
    [`within ${seconds(WITHIN_MS)}`, tookMs <= WITHIN_MS],
    ['the worker was ready meanwhile', readyMs < tookMs || alreadyDone],
  ];
  for (const [what, kept] of promises) console.log(`  ${kept ? 'ok    ' : 'BROKEN'}  ${what}`);
  return promises.every(([, kept]) => kept);
}

await runBench(async (closing) => {
  const { help, owners } = readFlags();
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  if (!help) return measure(owners, closing);
  console.log(HELP);
  return true;
});
