/** Servers and owners for measuring API processes. */
import { join } from 'node:path';
import { accessTokens } from '../../api/auth/sessions.ts';
import { freePort } from '../../dev/processes/ports.ts';
import type { BenchContext } from '../bench.ts';
import { BELONGINGS, makeCrowd } from '../crowd.ts';
import type { BenchOwner } from '../requests/owners.ts';
import { migratedDatabase, PRODUCTION, startServers, wasAlwaysUp } from '../servers.ts';
import { type MeasuredApi, startApi, startApis } from './process.ts';

const DAY = 86_400_000;
/** As many as one page of the list shows. */
const ENTRIES = 20;

export interface ApiEnvironment {
  /** Logged in with an app. */
  owners: readonly BenchOwner[];
  /** Starts a process with a port of its own. */
  startApi(): Promise<MeasuredApi>;
  /** Starts several processes behind one port. */
  startApis(count: number): Promise<MeasuredApi[]>;
}

const entriesOf = (count: number) =>
  `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
     select c.id, gen_random_uuid(), repeat('A', 1024), repeat('A', 16), repeat('A', 24), 'AES-GCM', 'letters', 1,
       c.seen + i * interval '1 minute', c.seen + i * interval '1 minute'
     from crowd c, generate_series(1, ${count}) i`;

/** @param count how many owners to make */
export async function openApiEnvironment(context: BenchContext, count: number): Promise<ApiEnvironment> {
  const { say, closing } = context;
  const servers = await startServers(context, { durable: true });
  const { variables, config, orm } = await migratedDatabase(servers, context, {
    ...PRODUCTION,
    // Requests are counted, but the limits are never reached.
    RATE_LIMIT_SCALE: '100000',
  });
  say(`making ${count} owners`);
  const now = new Date();
  const em = orm.em.fork();
  await makeCrowd(em, count, now, [...BELONGINGS, entriesOf(ENTRIES)]);
  await wasAlwaysUp(em, 'api');
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
  const started = async <T extends MeasuredApi | MeasuredApi[]>(starting: Promise<T>): Promise<T> => {
    const apis = await starting;
    for (const api of [apis].flat()) closing.push(() => api.stop());
    return apis;
  };
  const options = async () => ({
    port: await freePort(),
    env: variables,
    logFile: join(servers.folder, 'logs', 'api.log'),
  });
  return {
    owners,
    startApi: async () => started(startApi(await options())),
    startApis: async (several) => started(startApis(several, await options())),
  };
}
