/** A real API on a real, migrated database of its own, with a clock that a test may move. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { createApp } from '../../api/app.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { type Config, loadConfig, rulesOf } from '../../config.ts';
import { signer } from '../../db/activity-log.ts';
import { type Orm, openDatabase } from '../../db/orm.ts';
import { tokenSeal } from '../../db/tokens.ts';
import { createDatabase, servers } from './servers.ts';

export interface TestClock {
  /** Milliseconds; may be set. */
  now: number;
}

export interface TestApi {
  /** `http://127.0.0.1:<port>/api/v1` */
  url: string;
  /** The origin that browsers of this test send. */
  origin: string;
  orm: Orm;
  config: Config;
  deps: ApiDeps;
  clock: TestClock;
  close(): Promise<void>;
}

const secret = () => randomBytes(64).toString('base64');

/** A database of its own with every migration applied. */
export async function migratedDatabase(): Promise<{
  orm: Orm;
  env: Record<string, string>;
  drop(): Promise<void>;
}> {
  const database = await createDatabase();
  const orm = await openDatabase(
    {
      host: database.host,
      port: database.port,
      name: database.name,
      user: database.user,
      password: database.password,
    },
    10,
  );
  await orm.migrator.up();
  return {
    orm,
    env: database.env,
    async drop() {
      await orm.close(true);
      await database.drop();
    },
  };
}

/** Starts an API. Limits are out of the way unless a test is about them (`RATE_LIMIT_SCALE: '1'`). */
export async function startApi(
  env: Record<string, string> = {},
  deps: Partial<ApiDeps> = {},
): Promise<TestApi> {
  const database = await migratedDatabase();
  const { orm } = database;
  const clock: TestClock = { now: Date.now() };
  const config = loadConfig({
    NODE_ENV: 'test',
    ...database.env,
    LOG_LEVEL: 'silent',
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    FRONTEND_URL: 'http://vault.test',
    RATE_LIMIT_SCALE: '100000',
    SMTP_HOST: servers.mail.host,
    SMTP_PORT: String(servers.mail.port),
    ...env,
  });
  const redis = new Redis({
    host: servers.redis.host,
    port: servers.redis.port,
    keyPrefix: `${randomBytes(6).toString('hex')}:`,
  });
  const all: ApiDeps = {
    config,
    orm,
    redis,
    log: pino({ level: config.LOG_LEVEL }),
    clock: () => clock.now,
    clockTrusted: () => true,
    rules: rulesOf(config),
    sign: signer(config.ACTIVITY_HMAC_SECRET),
    seal: tokenSeal(config.ACTIVITY_HMAC_SECRET),
    outages: async () => ({ api: [], mail: [] }),
    ...deps,
  };
  const server = createServer(createApp(all).callback());
  await new Promise<void>((resolve) => server.listen(Number(env.API_PORT ?? 0), '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    origin: config.FRONTEND_URL,
    orm,
    config,
    deps: all,
    clock,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      redis.disconnect();
      await database.drop();
    },
  };
}
