/** Servers and owners for measuring API processes. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { accessTokens } from '../../api/auth/sessions.ts';
import { databaseOf, loadConfig } from '../../config.ts';
import { type Orm, openDatabase } from '../../db/orm.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { temporaryFolder } from '../../dev/processes/data-folder.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { startPostgres } from '../../dev/servers/postgres.ts';
import { startRedis } from '../../dev/servers/redis.ts';
import { BELONGINGS, makeCrowd } from '../crowd.ts';
import type { BenchOwner } from '../requests/owners.ts';
import { type ApiProcess, startApi, startApis } from './process.ts';

const DAY = 86_400_000;
/** As many as one page of the list shows. */
const ENTRIES = 20;

export interface Stage {
  orm: Orm;
  /** Logged in with an app. */
  owners: readonly BenchOwner[];
  /** Starts a process with a port of its own. */
  startApi(): Promise<ApiProcess>;
  /** Starts several processes behind one port. */
  startApis(count: number): Promise<ApiProcess[]>;
  /** Stops the processes too. */
  stop(): Promise<void>;
}

const entriesOf = (count: number) =>
  `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
     select c.id, gen_random_uuid(), repeat('A', 1024), repeat('A', 16), repeat('A', 24), 'AES-GCM', 'letters', 1,
       c.seen + i * interval '1 minute', c.seen + i * interval '1 minute'
     from crowd c, generate_series(1, ${count}) i`;

/** @param count how many owners to make */
export async function openStage(count: number, say: Say): Promise<Stage> {
  const { folder, registry, end } = await temporaryFolder();
  const closing: (() => Promise<unknown>)[] = [end];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close().catch(() => {});
  };
  try {
    say('starting PostgreSQL and Redis');
    const servers = { dataDir: folder, careless: false, say, registry };
    const [postgres, redis] = await Promise.all([startPostgres(servers), startRedis(servers)]);
    await postgres.ensureDatabase('bench');
    const secret = () => randomBytes(64).toString('base64');
    const env = {
      NODE_ENV: 'production',
      FRONTEND_URL: 'https://vault.bench.test',
      JWT_SECRET: secret(),
      ACTIVITY_HMAC_SECRET: secret(),
      // Limits are counted, but never reached.
      RATE_LIMIT_SCALE: '100000',
      DB_HOST: postgres.host,
      DB_PORT: String(postgres.port),
      DB_NAME: 'bench',
      DB_USER: postgres.user,
      DB_PASSWORD: postgres.password,
      REDIS_HOST: redis.host,
      REDIS_PORT: String(redis.port),
    };
    const config = loadConfig(env);
    const orm = await openDatabase(databaseOf(config), 2);
    closing.push(() => orm.close(true));
    await orm.migrator.up();
    say(`making ${count} owners`);
    const now = new Date();
    const em = orm.em.fork();
    await makeCrowd(em, count, now, [
      ...BELONGINGS,
      entriesOf(ENTRIES),
      // The API was always up, so no outage is credited.
      `insert into liveness (id, service, started_at, beat_at)
         values (gen_random_uuid(), 'api', now() - interval '100 days', now())`,
    ]);
    const sessions = await em.execute<{ id: string; userId: string }[]>(
      `update session set kind = 'app', last_used_at = ? returning id, user_id as "userId"`,
      [now],
    );
    const tokens = accessTokens({ ...config, JWT_EXPIRES_IN: DAY });
    const owners = await Promise.all(
      sessions.map(async ({ id: sessionId, userId: id }) => ({
        id,
        email: `owner-${id}@crowd.test`,
        token: await tokens.issue(id, sessionId, now),
        entryIds: [],
      })),
    );
    const started = async <T extends ApiProcess | ApiProcess[]>(starting: Promise<T>): Promise<T> => {
      const apis = await starting;
      for (const api of [apis].flat()) closing.push(() => api.stop());
      return apis;
    };
    const options = async () => ({ port: await freePort(), env, logFile: join(folder, 'logs', 'api.log') });
    return {
      orm,
      owners,
      startApi: async () => started(startApi(await options())),
      startApis: async (several) => started(startApis(several, await options())),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
