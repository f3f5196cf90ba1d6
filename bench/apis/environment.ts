/** Servers and owners for measuring API processes. */
import { accessTokens } from '../../api/auth/sessions.ts';
import type { BenchContext } from '../bench.ts';
import { BELONGINGS, entriesOf, makeCrowd } from '../crowd.ts';
import type { BenchOwner } from '../requests/owners.ts';
import { productionDatabase, startServers, UNREACHED_LIMITS } from '../servers.ts';
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

/** @param count how many owners to make */
export async function openApiEnvironment(context: BenchContext, count: number): Promise<ApiEnvironment> {
  const { say, closing } = context;
  const servers = await startServers(context, { durable: true });
  const { variables, config, em } = await productionDatabase(servers, context, UNREACHED_LIMITS);
  say(`making ${count} owners`);
  const now = new Date();
  await makeCrowd(em, count, now, [...BELONGINGS, entriesOf(ENTRIES, 1_024)]);
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
  const options = { closing, folder: servers.folder, env: variables };
  return {
    owners,
    startApi: () => startApi(options),
    startApis: (several) => startApis(several, options),
  };
}
