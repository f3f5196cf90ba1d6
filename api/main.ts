/** The API process. */
import type { Logger } from 'pino';
import {
  activitySecretsOf,
  type Config,
  ConfigError,
  databaseOf,
  filesOf,
  loadConfig,
  mailConfigured,
  missingForSite,
  redisOf,
  rulesOf,
} from '../config.ts';
import { databaseTime } from '../db/database-clock.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { openLog } from '../db/log.ts';
import { openDatabase, SILENT_MS } from '../db/orm.ts';
import { openRedis } from '../db/redis.ts';
import { signersOf } from '../db/signers.ts';
import { trustedClock } from '../db/trusted-clock.ts';
import { openStores } from '../files/open.ts';
import { MAX_CLOCK_SKEW_MS } from '../switch/plan.ts';
import { KEY_DERIVATIONS } from './auth/key-derivation.ts';
import { createPayments, forgottenForPayments } from './billing/payments.ts';
import { createCache } from './cache/cache.ts';
import { cachedOutages } from './cache/outages.ts';
import { listen } from './listen.ts';
import { fetchText, openSns } from './routes/mail/sns.ts';
import { createApiServer } from './server.ts';
import { lowerPoolPriority } from './thread-priority.ts';

/** How long running requests may take once the process is told to stop. */
const SHUTDOWN_MS = 4_000;

async function serve(config: Config, log: Logger): Promise<void> {
  await lowerPoolPriority().catch((error: unknown) =>
    log.warn(
      { err: error },
      'log-ins may slow down other requests: the threads that hash passwords keep their priority',
    ),
  );
  const orm = await openDatabase(databaseOf(config), 20, { silentMs: SILENT_MS });
  const redis = openRedis(redisOf(config), log);
  if (!mailConfigured(config)) {
    log.warn(
      'SMTP_HOST is not set: no mail can be sent, and every switch is on hold before its first reminder',
    );
  }

  const missing = forgottenForPayments(config);
  if (missing.length > 0) {
    log.warn({ missing }, 'paid plans are not offered: not every payment setting is set');
  }

  const unsaid = missingForSite(config);
  if (unsaid) log.warn(unsaid);

  const rules = rulesOf(config);
  const clock = trustedClock(databaseTime(orm), MAX_CLOCK_SKEW_MS);
  const cache = createCache({ redis, namespace: config.DB_NAME });
  const files = await openStores(filesOf(config));
  if (!files) log.warn('neither FILES_DIR nor FILES_S3_BUCKET is set: owners cannot leave files');
  const server = createApiServer({
    config,
    orm,
    redis,
    log,
    clock: clock.current,
    payments: await createPayments(config),
    sns: openSns(fetchText),
    rules,
    files,
    checkResponses: config.NODE_ENV !== 'production',
    keyDerivations: KEY_DERIVATIONS,
    ...signersOf(activitySecretsOf(config)),
    cache,
    outages: cachedOutages(cache, () => orm.em.fork(), rules.dayMs),
  });
  server.deps.metrics.collectProcess();
  const close = await listen(server.http, { port: config.API_PORT, host: config.API_HOST }, (error) =>
    log.error({ err: error }, 'a connection was not accepted'),
  );
  const heartbeat = startHeartbeat(
    orm,
    clock,
    'api',
    rules.dayMs,
    async () => {},
    (error) => {
      server.deps.databaseSpace.noteError(error);
      log.warn({ err: error }, 'no beat: signs of life could not be recorded');
    },
  );
  log.info({ host: config.API_HOST, port: config.API_PORT }, 'api ready');

  const stop = async () => {
    log.info('stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await Promise.all([server.stop(close), heartbeat.stop()]);
    redis.disconnect();
    await orm.close(true);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  const config = loadConfig();
  const log = openLog(config.LOG_LEVEL, 'api');
  await serve(config, log).finally(() => log.flush());
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof ConfigError) console.error(message);
  else if (code === 'EADDRINUSE')
    console.error('The port of API_PORT is taken: stop what listens there, or choose another.');
  else console.error(`The API could not start: ${message}`);
  process.exit(1);
}
