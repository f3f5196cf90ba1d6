/** The API process. */
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { type Config, ConfigError, databaseOf, loadConfig, mailConfigured, rulesOf } from '../config.ts';
import { signer } from '../db/activity-log.ts';
import { databaseClock } from '../db/clock.ts';
import { errorFacts } from '../db/error-facts.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { outageReader } from '../db/liveness.ts';
import { openDatabase } from '../db/orm.ts';
import { tokenSeal } from '../db/tokens.ts';
import { MAX_CLOCK_SKEW_MS } from '../workflows/contract.ts';
import { createApp } from './app.ts';

/** How long requests in flight may take once the process was told to stop. */
const SHUTDOWN_MS = 4_000;

async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL, name: 'api', serializers: { err: errorFacts } });
  const orm = await openDatabase(databaseOf(config), 20);
  const redis = new Redis({
    host: config.REDIS_HOST,
    port: config.REDIS_PORT,
    ...(config.REDIS_PASSWORD ? { password: config.REDIS_PASSWORD } : {}),
    // Nothing waits for Redis: what needs it does without while it is down.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 200, 3_000),
  });
  redis.on('error', (err: Error) => log.warn({ err: err.message }, 'Redis is not reachable'));
  if (!mailConfigured(config)) {
    log.warn('SMTP_HOST is not set: no mail can be sent, and every switch holds before its first reminder');
  }

  const rules = rulesOf(config);
  const referenceClock = databaseClock(orm);
  let clockTrusted = true;
  const app = createApp({
    config,
    orm,
    redis,
    log,
    clock: Date.now,
    clockTrusted: () => clockTrusted,
    rules,
    sign: signer(config.ACTIVITY_HMAC_SECRET),
    seal: tokenSeal(config.ACTIVITY_HMAC_SECRET),
    outages: outageReader(() => orm.em.fork(), rules.dayMs),
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.API_PORT, config.API_HOST, resolve);
  });
  const heartbeat = startHeartbeat(
    orm,
    'api',
    rules.dayMs,
    async () => {
      const apart = Math.abs((await referenceClock()) - Date.now());
      clockTrusted = apart <= MAX_CLOCK_SKEW_MS;
      // An API that cannot date a sign of life counts as down.
      if (!clockTrusted)
        throw new Error(`this clock and the database's are ${Math.round(apart / 1000)} s apart`);
    },
    (error) => log.warn({ err: error }, 'no beat: signs of life could not be recorded'),
  );
  log.info({ host: config.API_HOST, port: config.API_PORT }, 'api ready');

  const stop = async () => {
    log.info('stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    server.closeIdleConnections();
    await Promise.all([new Promise((resolve) => server.close(resolve)), heartbeat.stop()]);
    redis.disconnect();
    await orm.close(true);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  await serve(loadConfig());
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof ConfigError) console.error(message);
  else if (code === 'EADDRINUSE')
    console.error('The port of API_PORT is taken: stop what listens there, or choose another.');
  else console.error(`The API could not start: ${message}`);
  process.exit(1);
}
