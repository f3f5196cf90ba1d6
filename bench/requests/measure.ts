/** Measures both servers, in rounds that alternate between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../dev/cli/failure.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { percentile } from '../figures.ts';
import type { BenchServer, ComparedServers, ServerName } from './compared.ts';
import { runLoad } from './load.ts';
import { familyProcessorMs, type MemoryMb, memoryMb, processorMs } from './machine.ts';
import { type BenchRoute, pathOf, requestsOf } from './routes.ts';

/** One measurement of one server. */
export interface ServerSample extends MemoryMb {
  requestsPerSecond: number;
  /** Processor time of the server's process per request, in milliseconds. */
  processorMs: number;
  /** The same for all processes of PostgreSQL, because work that is moved there is not free. */
  postgresMs: number;
  /** The share of one core that the server took. Below 1, something else was the bottleneck. */
  busy: number;
  p50Ms: number;
  p99Ms: number;
}

export type SamplesByServer = Record<ServerName, ServerSample[]>;

export interface RouteCell {
  route: BenchRoute;
  connections: number;
  samples: SamplesByServer;
  /** The same while one client logs in again and again. */
  besideLogIns?: SamplesByServer;
}

export interface RequestsPlan {
  routes: readonly BenchRoute[];
  connections: readonly number[];
  rounds: number;
  forMs: number;
}

/** The number of connections that the goals are about. */
export const GOAL_CONNECTIONS = 16;

export interface MeasuredRequests {
  cells: RouteCell[];
  /** Before the first request. */
  idle: Record<ServerName, MemoryMb>;
}

/** Between the start and the first reading of memory. */
const SETTLE_MS = 2_000;

/** Enough answers for V8 to have compiled what a route needs. Slow routes get three times as long as a measurement takes. */
const WARM_ANSWERS = 5_000;

const NAMES = ['api', 'baseline'] as const satisfies ServerName[];

async function sample(
  { postgresPid }: ComparedServers,
  server: BenchServer,
  route: BenchRoute,
  connections: number,
  forMs: number,
): Promise<ServerSample> {
  const taken = () => ({ server: processorMs(server.pid), postgres: familyProcessorMs(postgresPid) });
  let before = taken();
  const { answers, tookMs, latencies } = await runLoad({
    port: server.port,
    connections,
    forMs,
    next: requestsOf(route, server.owners),
    begin() {
      before = taken();
    },
  }).catch((error) => {
    const who = server.name === 'api' ? 'The API' : 'The baseline';
    throw error instanceof Failure ? new Failure(`${who}, ${route.title}: ${error.message}`) : error;
  });
  const after = taken();
  const took = after.server - before.server;
  return {
    requestsPerSecond: (answers * 1_000) / tookMs,
    processorMs: took / answers,
    postgresMs: (after.postgres - before.postgres) / answers,
    busy: took / tookMs,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    ...memoryMb(server.pid),
  };
}

/** @throws Failure unless both servers answer a read the same, so that they are compared by the same work */
async function checkSame({ api, baseline }: ComparedServers['servers'], route: BenchRoute): Promise<void> {
  const [owner] = api.owners;
  if (!owner) throw new Failure('There are no owners');
  const request = async ({ port }: BenchServer) => {
    const headers = { Authorization: `Bearer ${owner.token}` };
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(route, owner)}`, { headers });
    return response.json();
  };
  const [a, b] = [await request(api), await request(baseline)];
  if (!isDeepStrictEqual(a, b)) {
    throw new Failure(
      `The API and the baseline answer ${route.title} differently: ${JSON.stringify(a)} and ${JSON.stringify(b)}`,
    );
  }
}

export async function measure(
  compared: ComparedServers,
  plan: RequestsPlan,
  say: Say,
): Promise<MeasuredRequests> {
  const { servers } = compared;
  const { routes, connections, rounds, forMs } = plan;
  await sleep(SETTLE_MS);
  const idle = { api: memoryMb(servers.api.pid), baseline: memoryMb(servers.baseline.pid) };
  for (const route of routes.filter(({ isRead }) => isRead)) await checkSame(servers, route);

  const logIn = routes.find(({ name }) => name === 'log-in');
  const take = async (server: BenchServer, route: BenchRoute, count: number) => {
    const taken = await sample(compared, server, route, count, forMs);
    if (route.name === 'create') await compared.deleteNewEntries();
    return taken;
  };
  say('warming up');
  for (const route of routes) {
    for (const name of NAMES) {
      const began = performance.now();
      let answers = 0;
      do {
        const { requestsPerSecond } = await take(servers[name], route, GOAL_CONNECTIONS);
        answers += (requestsPerSecond * forMs) / 1_000;
      } while (answers < WARM_ANSWERS && performance.now() - began < 3 * forMs);
    }
  }

  const cells: RouteCell[] = routes.flatMap((route) =>
    connections
      .filter((count) => count <= (route.mostConnections ?? count))
      .map((count) => ({
        route,
        connections: count,
        samples: { api: [], baseline: [] },
        ...(logIn && route.isRead && count === GOAL_CONNECTIONS
          ? { besideLogIns: { api: [], baseline: [] } }
          : {}),
      })),
  );
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (const [i, { route, connections: count, samples, besideLogIns }] of cells.entries()) {
      const order = (round + i) % 2 === 0 ? NAMES : NAMES.toReversed();
      for (const name of order) samples[name].push(await take(servers[name], route, count));
      if (!besideLogIns || !logIn) continue;
      for (const name of order) {
        const server = servers[name];
        const [read] = await Promise.all([
          sample(compared, server, route, count, forMs),
          sample(compared, server, logIn, 1, forMs),
        ]);
        besideLogIns[name].push(read);
      }
    }
  }
  return { cells, idle };
}
