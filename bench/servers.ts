/** The servers of a measurement, and the database on them. */
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Config, databaseOf, loadConfig } from '../config.ts';
import { judge } from '../db/judgement.ts';
import { type EntityManager, type Orm, openDatabase } from '../db/orm.ts';
import { ensureWebAppBuilt } from '../dev/instance/built-web-app.ts';
import { temporaryFolder } from '../dev/processes/data-folder.ts';
import type { ProcessRegistry } from '../dev/processes/managed-process.ts';
import { type PostgresServer, startPostgres } from '../dev/servers/postgres.ts';
import { startRedis } from '../dev/servers/redis.ts';
import { startTemporal } from '../dev/servers/temporal.ts';
import type { BenchContext } from './bench.ts';

export interface BenchServers {
  /** A temporary folder for logs and settings. */
  folder: string;
  registry: ProcessRegistry;
  postgres: PostgresServer;
  redis: { host: string; port: number };
}

export interface ServersOptions {
  /** Whether PostgreSQL waits for the disk and Redis writes to it, as in production. */
  durable: boolean;
  /** Where PostgreSQL keeps its data for the next time. Left out: a temporary folder. */
  dataDir?: string | undefined;
}

/** Starts PostgreSQL and Redis, and builds the web app, without which the API does not start. */
export async function startServers(
  { say, closing }: BenchContext,
  { durable, dataDir }: ServersOptions,
): Promise<BenchServers> {
  const { folder, registry, end } = await temporaryFolder();
  closing.push(end);
  say('starting PostgreSQL and Redis');
  const options = { dataDir: folder, durable, say, registry };
  const [postgres, redis] = await Promise.all([
    startPostgres({ ...options, dataDir: dataDir ?? folder }),
    startRedis(options),
    ensureWebAppBuilt(say),
  ]);
  return { folder, registry, postgres, redis: { host: redis.host, port: redis.port } };
}

/** The variables of a service on these servers, with secrets of its own. */
export function variablesOf({ postgres, redis }: BenchServers, database: string): Record<string, string> {
  const secret = () => randomBytes(64).toString('base64');
  return {
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    DB_HOST: postgres.host,
    DB_PORT: String(postgres.port),
    DB_NAME: database,
    DB_USER: postgres.user,
    DB_PASSWORD: postgres.password,
    REDIS_HOST: redis.host,
    REDIS_PORT: String(redis.port),
  };
}

/** Where people open a service as in production. */
export const FRONTEND_URL = 'https://vault.bench.test';
/** Requests are counted, but the limits are never reached. */
export const UNREACHED_LIMITS = { RATE_LIMIT_SCALE: '1000000' };

export interface MigratedDatabase {
  /** All variables of the service. */
  variables: Record<string, string>;
  config: Config;
  orm: Orm;
}

/**
 * Makes and migrates the measurement's database.
 *
 * @param more variables of the service
 */
export async function migratedDatabase(
  servers: BenchServers,
  { closing }: BenchContext,
  more: Record<string, string>,
): Promise<MigratedDatabase> {
  const name = 'bench';
  await servers.postgres.ensureDatabase(name);
  const variables = { ...variablesOf(servers, name), ...more };
  const config = loadConfig(variables);
  const orm = await openDatabase(databaseOf(config), 4);
  closing.push(() => orm.close(true));
  await orm.migrator.up();
  return { variables, config, orm };
}

/**
 * Makes the database of a service that has always been up, behind a proxy as in production.
 *
 * @param more variables of the service
 */
export async function productionDatabase(
  servers: BenchServers,
  context: BenchContext,
  more: Record<string, string>,
) {
  const production = { NODE_ENV: 'production', FRONTEND_URL, ...more };
  const { variables, config, orm } = await migratedDatabase(servers, context, production);
  const em = orm.em.fork();
  await wasAlwaysUp(em, 'api', 'mail');
  await judge(em);
  const redis = new Redis(servers.redis);
  context.closing.push(() => redis.disconnect());
  return { variables, config, em, redis };
}

/** Starts Temporal. @returns its address */
export async function startBenchTemporal(
  { folder, registry }: BenchServers,
  { say }: BenchContext,
): Promise<string> {
  say('starting Temporal');
  return (await startTemporal({ dataDir: folder, durable: false, say, registry })).address;
}

/** Records that these parts of the service have been up for 100 days, so that no outage is credited. */
export const wasAlwaysUp = (em: EntityManager, ...services: ('api' | 'mail')[]): Promise<unknown> =>
  em.execute(
    `insert into liveness (id, service, started_at, beat_at)
       select gen_random_uuid(), service, now() - interval '100 days', now() from unnest(?::text[]) service`,
    [`{${services.join(',')}}`],
  );
