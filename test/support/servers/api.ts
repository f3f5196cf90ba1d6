/** A real API on a real, migrated database of its own, with a clock that a test may move. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { KEY_DERIVATIONS } from '../../../api/auth/key-derivation.ts';
import { createPayments } from '../../../api/billing/payments.ts';
import { createCache } from '../../../api/cache/cache.ts';
import type { ApiDeps } from '../../../api/deps.ts';
import type { LiveLimits } from '../../../api/live/limits.ts';
import { fetchText, openSns } from '../../../api/routes/mail/sns.ts';
import { createApiServer } from '../../../api/server.ts';
import { activitySecretsOf, type Config, databaseOf, filesOf, loadConfig, rulesOf } from '../../../config.ts';
import { judge } from '../../../db/judgement.ts';
import { type EntityManager, type Orm, openDatabase } from '../../../db/orm.ts';
import { signersOf } from '../../../db/signers.ts';
import { openStores } from '../../../files/open.ts';
import { inTime } from '../in-time.ts';
import { quietLog } from '../run-log.ts';
import { until } from '../until.ts';
import { MIGRATED_TEMPLATE } from './migrated-template.ts';
import { createDatabase, servers } from './shared-servers.ts';

export interface TestClock {
  /** Milliseconds; may be set. */
  now: number;
}

export interface TestApi extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/api/v1` */
  url: string;
  /** The origin that the tests' browsers send. */
  origin: string;
  orm: Orm;
  /** A new one for each use, as each request has. */
  em(): EntityManager;
  config: Config;
  deps: ApiDeps;
  clock: TestClock;
  close(): Promise<void>;
}

const secret = () => randomBytes(64).toString('base64');

/** A new database with every migration applied. */
export async function migratedDatabase(): Promise<{
  orm: Orm;
  env: Record<string, string>;
  /** Closes the connections and removes it. */
  drop(): Promise<void>;
}> {
  const database = await createDatabase({ template: MIGRATED_TEMPLATE });
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
  // As reconcile does before the first switch of a new database is looked at.
  await judge(orm.em.fork());
  return {
    orm,
    env: database.env,
    async drop() {
      await orm.close(true);
      await database.drop();
    },
  };
}

export interface TestApiOptions {
  /** Runs beside this API, as another process would: the same database, secrets and Redis, but its own connections. */
  beside?: TestApi;
  /** Settings of this process that differ from those of `beside`. */
  settings?: Partial<Config>;
  /** Limits on websockets that differ. */
  live?: Partial<LiveLimits>;
  /** How long cached values live at most. By default every answer is fresh, except to callers at the same time. */
  cacheMs?: number;
}

/** Longer than any test, so that no page learns from a heartbeat what a hint should tell it, or learns it too early. */
const NO_HEARTBEAT: Partial<LiveLimits> = { heartbeatMs: 86_400_000 };

/** Starts an API. Limits are out of the way unless a test is about them (`RATE_LIMIT_SCALE: '1'`). */
export async function startApi(
  env: Record<string, string> = {},
  deps: Partial<ApiDeps> = {},
  { beside, settings, live, cacheMs = 0 }: TestApiOptions = {},
): Promise<TestApi> {
  const database = beside ? null : await migratedDatabase();
  const orm = database?.orm ?? (await openDatabase(databaseOf((beside as TestApi).config), 10));
  const clock: TestClock = beside?.clock ?? { now: Date.now() };
  const config = beside
    ? settings
      ? { ...beside.config, ...settings }
      : beside.config
    : testConfig({ ...database?.env, ...env });
  const redis = new Redis({
    host: servers.redis.host,
    port: servers.redis.port,
    keyPrefix: beside?.deps.redis.options.keyPrefix ?? `${randomBytes(6).toString('hex')}:`,
  });
  const server = createApiServer(
    {
      config,
      orm,
      redis,
      cache: createCache({ redis: deps.redis ?? redis, namespace: config.DB_NAME, maxLifetimeMs: cacheMs }),
      log: quietLog(),
      clock: () => clock.now,
      payments: await createPayments(config),
      sns: openSns(fetchText),
      rules: rulesOf(config),
      files: await openStores(filesOf(config)),
      checkResponses: true,
      keyDerivations: KEY_DERIVATIONS,
      ...signersOf(activitySecretsOf(config)),
      outages: async () => ({ api: [], mail: [] }),
      ...deps,
    },
    { ...NO_HEARTBEAT, ...live },
  );
  const { http } = server;
  await new Promise<void>((resolve) => http.listen(Number(env.API_PORT ?? 0), '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  // A test that brings its own Redis may have it down on purpose.
  if (!deps.redis) await until('hints are heard', () => server.deps.live.status().subscribed);
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    origin: config.FRONTEND_URL,
    orm,
    em: () => orm.em.fork(),
    config,
    deps: server.deps,
    clock,
    async close() {
      http.closeAllConnections();
      await inTime('the API stops', server.stop());
      redis.disconnect();
      await inTime('its connections to the database are closed', orm.close(true));
      await inTime('its database is dropped', database?.drop());
    },
    // With `this`, it closes the whole environment that this API is spread into.
    [Symbol.asyncDispose](this: TestApi) {
      return this.close();
    },
  };
}

const REFUSED_IN_PRODUCTION = ['DAY_LENGTH_MS', 'ALLOW_LOOPBACK_WAYS_IN_TESTS'];

/**
 * As in production, unless a test needs what production refuses: short days, pages without TLS, or ways to this
 * machine.
 */
const testConfig = (env: Record<string, string>): Config =>
  loadConfig({
    NODE_ENV:
      REFUSED_IN_PRODUCTION.some((name) => env[name]) || env.FRONTEND_URL?.startsWith('http:')
        ? 'test'
        : 'production',
    LOG_LEVEL: 'silent',
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
    FRONTEND_URL: 'https://vault.test',
    SMTP_FROM: 'Vault Handover <vault@vault.test>',
    RATE_LIMIT_SCALE: '100000',
    SMTP_HOST: servers.mail.host,
    SMTP_PORT: String(servers.mail.port),
    REDIS_HOST: servers.redis.host,
    REDIS_PORT: String(servers.redis.port),
    ...env,
  });
