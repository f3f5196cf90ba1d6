/**
 * Restores a million owners from a backup that lacks signs of life, and starts a worker on it. The goals: all have started
 * over within five minutes, the worker is ready before that, and nobody is warned or released.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { readStatistics } from '../api/monitoring/statistics.ts';
import type { Orm } from '../db/orm.ts';
import { Failure } from '../dev/cli/failure.ts';
import { whole } from '../dev/cli/flags.ts';
import { reconcileNow } from '../worker/schedules.ts';
import { startWorker } from '../worker/service.ts';
import { defineBench } from './bench.ts';
import { makeCrowd } from './crowd.ts';
import { printTable, seconds } from './figures.ts';
import { migratedDatabase, startBenchTemporal, startServers } from './servers.ts';

/** The goal. */
const WITHIN_MS = 300_000;
const TIMEOUT_MS = 4 * WITHIN_MS;
/** How many owners one statement makes: few enough for a small machine's memory. */
const BATCH = 100_000;

const count = async (orm: Orm, sql: string, values: unknown[] = []): Promise<number> => {
  const [row] = await orm.em.fork().execute<{ n: number }[]>(`select count(*)::int as n from ${sql}`, values);
  return row?.n ?? 0;
};

export const bench = defineBench({
  flags: { owners: whole(1_000_000, 'how many owners to make') },
  async run({ owners }, context) {
    const { say, closing } = context;
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
    const servers = await startServers(context, { durable: false });
    const address = await startBenchTemporal(servers, context);
    const { config, orm } = await migratedDatabase(servers, context, {
      LOG_LEVEL: 'error',
      TEMPORAL_ADDRESS: address,
    });
    // One more owner, whose last sign of life the backup lacks.
    await makeCrowd(orm.em.fork(), 1, new Date());
    const run = () => startWorker(config, pino({ level: 'error' }));
    const connection = await Connection.connect({ address: address });
    closing.push(() => connection.close());
    await orm.em.fork().execute(`select setval('sign_of_life', 1000)`);
    const first = run();
    closing.push(() => first.stop());
    await first.ready;
    await reconcileNow(new Client({ connection }), config.TEMPORAL_TASK_QUEUE);
    await first.stop();
    for (let made = 0; made < owners; made += BATCH) {
      say(`making owners: ${made} of ${owners}`);
      // All are long overdue: without starting over, each would be warned or released at once.
      const past = new Date(Date.now() - 120 * 86_400_000);
      await makeCrowd(orm.em.fork(), Math.min(BATCH, owners - made), past);
    }
    await orm.em.fork().execute(`select setval('sign_of_life', 1)`);
    const open = await count(orm, `switch where status not in ('off', 'completed')`);

    say('a worker starts on it');
    const began = Date.now();
    const worker = run();
    closing.push(() => worker.stop());
    await worker.ready;
    const readyMs = Date.now() - began;
    const alreadyDone = (await count(orm, 'restoration where done_at is not null')) > 0;
    let longest = 0;
    for (;;) {
      // An owner reads their switch during that.
      const from = performance.now();
      await orm.em.fork().execute('select * from load_switch((select user_id from switch limit 1), true)');
      longest = Math.max(longest, performance.now() - from);
      if ((await count(orm, `restoration where reason = 'older' and done_at is not null`)) > 0) break;
      if (Date.now() - began > TIMEOUT_MS) throw new Failure('Not every switch started over');
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
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    };
    const [counted] = await orm.em.fork().execute<{ ms: number }[]>('select took_ms as ms from counted');
    const reading = await timed(() => readStatistics(orm.em.fork(), now, { dayMs: 86_400_000, graceMs: 0 }));

    const handovers = await count(orm, `mail where kind = 'handover_cancelled'`);
    printTable([
      ['owners', String(owners)],
      ['open switches', String(open)],
      ['started over by the worker', String(row?.startedOver)],
      ['worker ready after', `${seconds(readyMs)}${alreadyDone ? ' (all done by then)' : ''}`],
      ['all have started over after', seconds(tookMs)],
      ["longest wait for a switch's row during that", seconds(longest)],
      ['successors told that a handover is cancelled', String(handovers)],
      ['counting users, switches and mails', `${counted?.ms} ms`],
      ['a reading of the statistics', `${Math.round(reading)} ms`],
    ]);
    return [
      { goal: 'every open switch has started over', met: left === 0 && notAtRest === 0 },
      { goal: 'nobody was warned, invited or let in', met: released === 0 },
      { goal: `within ${seconds(WITHIN_MS)}`, met: tookMs <= WITHIN_MS },
      { goal: 'the worker was ready before that', met: readyMs < tookMs || alreadyDone },
    ];
  },
});
