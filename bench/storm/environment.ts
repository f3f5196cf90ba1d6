/** The servers and the database of a storm, the service's worker, and the naive ones. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { type ActivityDeps, createMailer } from '../../activities/index.ts';
import { type Config, databaseOf, redisOf } from '../../config.ts';
import { databaseClock, databaseTime } from '../../db/database-clock.ts';
import { createHeartbeatRecorder, startHeartbeat } from '../../db/heartbeat.ts';
import { liveChannel, liveHints } from '../../db/live-hints.ts';
import { outageReader, toleranceMs } from '../../db/liveness.ts';
import { type Orm, openDatabase } from '../../db/orm.ts';
import { openRedis } from '../../db/redis.ts';
import { trustedClock } from '../../db/trusted-clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { configuredDeps } from '../../worker/configured-deps.ts';
import { startWorker } from '../../worker/service.ts';
import type { BenchContext } from '../bench.ts';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import { migratedDatabase, startBenchTemporal, startServers, wasAlwaysUp } from '../servers.ts';
import { type NaiveKind, startNaiveWorker } from './naive.ts';

export interface StormEnvironment {
  config: Config;
  orm: Orm;
  sink: MailSink;
  client: Client;
}

const DAY = 86_400_000;

export async function openStormEnvironment(context: BenchContext): Promise<StormEnvironment> {
  const { say, closing } = context;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
  const servers = await startServers(context, { durable: false });
  const address = await startBenchTemporal(servers, context);
  const sink = await startMailSink();
  closing.push(() => sink.stop());
  const { config, orm } = await migratedDatabase(servers, context, {
    LOG_LEVEL: 'error',
    LIVENESS_URL: 'off',
    TEMPORAL_ADDRESS: address,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
  });
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
  // A beat comes first: time between `wasAlwaysUp` and the first beat would be an outage, and credited to every owner.
  await beats.recorder.beat(orm.em.fork(), new Date());
  await wasAlwaysUp(orm.em.fork(), 'api');
  const connection = await Connection.connect({ address });
  closing.push(() => connection.close());
  const hints = openRedis(redisOf(config), pino({ level: 'error' }));
  closing.push(async () => hints.disconnect());
  const hint = liveHints(hints, liveChannel(config.DB_NAME));
  const configured = configuredDeps(config);
  const { dayMs } = configured.rules;
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
    outages: outageReader(() => own.em.fork(), dayMs),
    mailer,
    mailHeartbeatRecorder: createHeartbeatRecorder('mail', toleranceMs(dayMs)),
    ...configured,
    files: null,
    announce: (userId) => void hint(userId),
  };
  // All workers keep running: tasks that a stopping worker has just taken would be lost until they time out.
  say('starting the workers');
  const worker = startWorker(config, pino({ level: 'error' }));
  closing.push(() => worker.stop());
  await worker.ready;
  for (const kind of ['naive', 'tuned'] satisfies NaiveKind[])
    closing.push(await startNaiveWorker(kind, config.TEMPORAL_ADDRESS, deps));
  return { config, orm, sink, client: new Client({ connection }) };
}
