/** The storm's stage: the service's servers and database, its worker, and the naive one. */
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { type ActivityDeps, createMailer } from '../../activities/index.ts';
import { type Config, databaseOf, loadConfig, redisOf, rulesOf } from '../../config.ts';
import { recordSigner } from '../../db/activity-log.ts';
import { databaseClock, databaseTime } from '../../db/database-clock.ts';
import { createHeart, startHeartbeat } from '../../db/heartbeat.ts';
import { liveChannel, liveHints } from '../../db/live-hints.ts';
import { outageReader, toleranceMs } from '../../db/liveness.ts';
import { type Orm, openDatabase } from '../../db/orm.ts';
import { openRedis } from '../../db/redis.ts';
import { returnReferences } from '../../db/return-reference.ts';
import { tokenSigner } from '../../db/tokens.ts';
import { trustedClock } from '../../db/trusted-clock.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { startPostgres } from '../../dev/servers/postgres.ts';
import { startRedis } from '../../dev/servers/redis.ts';
import { startTemporal } from '../../dev/servers/temporal.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { startWorker } from '../../worker/service.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { type NaiveKind, startNaiveWorker } from './naive.ts';

export interface Stage {
  config: Config;
  orm: Orm;
  sink: MailSink;
  client: Client;
  stop(): Promise<void>;
}

const DAY = 86_400_000;
const secret = () => randomBytes(64).toString('base64');

export async function openStage(say: Say): Promise<Stage> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.reverse()) await close().catch(() => {});
  };
  try {
    say('starting PostgreSQL, Redis, Temporal and a mail server that only counts');
    const postgres = await startPostgres({ say });
    closing.push(() => postgres.stop());
    const redis = await startRedis({ say });
    closing.push(() => redis.stop());
    const temporal = await startTemporal({ say });
    closing.push(() => temporal.stop());
    const sink = await startMailSink();
    closing.push(() => sink.stop());
    await postgres.ensureDatabase('storm');
    const config = loadConfig({
      JWT_SECRET: secret(),
      ACTIVITY_HMAC_SECRET: secret(),
      LOG_LEVEL: 'error',
      DB_HOST: postgres.host,
      DB_PORT: String(postgres.port),
      DB_NAME: 'storm',
      DB_USER: postgres.user,
      DB_PASSWORD: postgres.password,
      REDIS_HOST: redis.host,
      REDIS_PORT: String(redis.port),
      TEMPORAL_ADDRESS: temporal.address,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sink.port),
    });
    const orm = await openDatabase(databaseOf(config), 4);
    closing.push(() => orm.close(true));
    await orm.migrator.up();
    // The API was up until now and stays up, so no outage is credited.
    await orm.em
      .fork()
      .execute(
        `insert into liveness (id, service, started_at, beat_at) values (gen_random_uuid(), 'api', ?, ?)`,
        [new Date(Date.now() - 100 * DAY), new Date()],
      );
    const clock = trustedClock(databaseTime(orm), MAX_CLOCK_SKEW_MS);
    const beats = startHeartbeat(
      orm,
      clock,
      'api',
      DAY,
      async () => {},
      () => {},
    );
    closing.push(() => beats.stop());
    const connection = await Connection.connect({ address: temporal.address });
    closing.push(() => connection.close());
    const hints = openRedis(redisOf(config), pino({ level: 'error' }));
    closing.push(async () => hints.disconnect());
    const hint = liveHints(hints, liveChannel(config.DB_NAME));
    const rules = rulesOf(config);
    const { SMTP_HOST: host, SMTP_PORT: port, SMTP_FROM: from } = config;
    const mailer = createMailer({ host, port, secure: false, user: '', password: '', from });
    closing.push(async () => mailer.close());
    // As many connections as the product's worker has.
    const own = await openDatabase(databaseOf(config), 20);
    closing.push(() => own.close(true));
    const deps: ActivityDeps = {
      orm: own,
      clock: Date.now,
      referenceClock: databaseClock(own),
      outages: outageReader(() => own.em.fork(), rules.dayMs),
      mailer,
      mailHeart: createHeart('mail', toleranceMs(rules.dayMs)),
      rules,
      signRecord: recordSigner(config.ACTIVITY_HMAC_SECRET),
      tokenSigner: tokenSigner(config.ACTIVITY_HMAC_SECRET),
      returnReferences: returnReferences(config.ACTIVITY_HMAC_SECRET),
      frontendUrl: config.FRONTEND_URL,
      operators: [],
      announce: (userId) => void hint(userId),
    };
    // All workers keep running: tasks that a stopping worker has just taken would be lost until they time out.
    say('starting the workers');
    const worker = startWorker(config, pino({ level: 'error' }));
    closing.push(() => worker.stop());
    await worker.ready;
    for (const kind of ['naive', 'tuned'] satisfies NaiveKind[])
      closing.push(await startNaiveWorker(kind, config.TEMPORAL_ADDRESS, deps));
    return { config, orm, sink, client: new Client({ connection }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
