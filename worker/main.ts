/** The worker process: runs workflows and activities, and relays the outbox. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createMailer } from '../activities/index.ts';
import { type Config, ConfigError, databaseOf, loadConfig, mailConfigured, rulesOf } from '../config.ts';
import { signer } from '../db/activity-log.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { outageReader } from '../db/liveness.ts';
import { type Orm, openDatabase } from '../db/orm.ts';
import { tokenSeal } from '../db/tokens.ts';
import { startRelay } from './outbox.ts';
import { ensureReconcileSchedule, registerSearchAttributes, searchAttributesUsable } from './schedules.ts';
import { createWorkers } from './workers.ts';

const RETRY_MS = 2_000;

/** The second opinion on the time: the database's own clock. */
const databaseClock = (orm: Orm) => async (): Promise<number> => {
  const [row] = await orm.em
    .fork()
    .execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Number(row?.ms);
};

async function run(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL, name: 'worker' });
  let stopped = false;
  const stopping = new Promise<void>((resolve) => {
    const stop = () => {
      stopped = true;
      resolve();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });

  /** A server that is not up yet is waited for; what it said stands in the log, not on the screen. */
  async function persistently<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (stopped) throw error;
        log.warn({ err: (error as Error).message }, `${what} is not reachable yet; trying again`);
        await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, RETRY_MS))]);
      }
    }
  }

  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: taskQueue } = config;
  const rules = rulesOf(config);
  const orm = await openDatabase(databaseOf(config), 20);
  const mailer = mailConfigured(config)
    ? createMailer({
        host: config.SMTP_HOST,
        port: config.SMTP_PORT,
        secure: config.SMTP_SECURE,
        user: config.SMTP_USER,
        password: config.SMTP_PASS,
        from: config.SMTP_FROM,
      })
    : null;
  if (!mailer)
    log.warn('SMTP_HOST is not set: no mail can be sent, and every switch holds before its first reminder');

  const connection = await persistently('Temporal', () => Connection.connect({ address }));
  const client = new Client({ connection, namespace });
  await persistently('Temporal', () => registerSearchAttributes(connection, namespace));
  await persistently('Temporal', () => searchAttributesUsable(client, taskQueue));
  const nativeConnection = await persistently('Temporal', () => NativeConnection.connect({ address }));

  const mailHeartbeat = startHeartbeat(
    orm,
    'mail',
    rules.dayMs,
    async () => {
      if (!mailer) throw new Error('no mail server is configured');
      await mailer.probe();
    },
    (error) => log.debug({ err: error }, 'mail is not reachable'),
  );
  const workers = await createWorkers({
    connection: nativeConnection,
    namespace,
    taskQueue,
    activities: {
      orm,
      clock: Date.now,
      referenceClock: databaseClock(orm),
      outages: outageReader(() => orm.em.fork(), rules.dayMs),
      mailer,
      mailHeart: mailHeartbeat.heart,
      rules,
      sign: signer(config.ACTIVITY_HMAC_SECRET),
      seal: tokenSeal(config.ACTIVITY_HMAC_SECRET),
      frontendUrl: config.FRONTEND_URL,
    },
  });
  await persistently('Temporal', () => ensureReconcileSchedule(client, taskQueue));
  const relay = startRelay({ orm, client, taskQueue, log });
  const running = Promise.all(workers.map((worker) => worker.run()));
  log.info({ taskQueue }, 'worker ready');

  await Promise.race([stopping, running]);
  log.info('stopping');
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  await relay.stop();
  await Promise.all([running, mailHeartbeat.stop()]);
  mailer?.close();
  await Promise.all([connection.close(), nativeConnection.close(), orm.close(true)]);
}

try {
  const config = loadConfig();
  // Only our own handlers decide when to stop.
  Runtime.install({ shutdownSignals: [] });
  await run(config);
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(`The worker stopped: ${(error as Error).message}`);
  process.exit(1);
}
