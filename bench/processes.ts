/**
 * Requests per second of one, two and four API processes behind one port, on real PostgreSQL and Redis. All are up at
 * once and are measured in turn, so that any other load on the machine affects them alike.
 */
import { cpus } from 'node:os';
import { whole } from '../dev/cli/flags.ts';
import { type ApiEnvironment, openApiEnvironment } from './apis/environment.ts';
import type { MeasuredApi } from './apis/process.ts';
import { defineBench } from './bench.ts';
import { machineBusyMs, median, megabytes, percentile, printTable } from './figures.ts';
import { runLoad } from './requests/load.ts';
import { type BenchRoute, ROUTES, requestsOf } from './requests/routes.ts';

const COUNTS = [1, 2, 4];
const MEASURED = ROUTES.filter(({ name }) => ['list', 'check-in'].includes(name));

/**
 * Owners for each connection. With fewer, a slow request of an owner would still be under way at their next one, which
 * would then be refused.
 */
const OWNERS_EACH = 8;

interface ProcessesSample {
  count: number;
  route: BenchRoute;
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time of all API processes for one request. */
  cpuMs: number;
  /** Processors that the API processes kept busy. */
  apiCores: number;
  /** Processors that the whole machine kept busy. */
  busyCores: number;
}

const load = (
  [api]: readonly MeasuredApi[],
  route: BenchRoute,
  { owners }: ApiEnvironment,
  forMs: number,
  connections: number,
) => runLoad({ port: api?.port ?? 0, connections, forMs, next: requestsOf(route, owners) });

async function measure(
  apis: readonly MeasuredApi[],
  route: BenchRoute,
  environment: ApiEnvironment,
  forMs: number,
  connections: number,
) {
  const cpu = async () =>
    (await Promise.all(apis.map((api) => api.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const before = { cpu: await cpu(), busy: machineBusyMs() };
  const { answers, tookMs, latencies } = await load(apis, route, environment, forMs, connections);
  const busyMs = machineBusyMs() - before.busy;
  const cpuMs = (await cpu()) - before.cpu;
  return {
    count: apis.length,
    route,
    perSecond: (answers / tookMs) * 1_000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMs: cpuMs / answers,
    apiCores: cpuMs / tookMs,
    busyCores: busyMs / tookMs,
  } satisfies ProcessesSample;
}

function report(all: readonly ProcessesSample[], memory: ReadonlyMap<number, number>): void {
  const rows = MEASURED.flatMap((route) => {
    const of = (count: number, figure: (each: ProcessesSample) => number) =>
      median(all.filter((each) => each.count === count && each.route === route).map(figure));
    const one = of(COUNTS[0] ?? 1, ({ perSecond }) => perSecond);
    return COUNTS.map((count) => [
      route.title,
      String(count),
      of(count, ({ perSecond }) => perSecond).toFixed(0),
      (of(count, ({ perSecond }) => perSecond) / one).toFixed(2),
      of(count, ({ p50 }) => p50).toFixed(1),
      of(count, ({ p99 }) => p99).toFixed(1),
      of(count, ({ cpuMs }) => cpuMs).toFixed(2),
      of(count, ({ apiCores }) => apiCores).toFixed(2),
      of(count, ({ busyCores }) => busyCores).toFixed(2),
      megabytes(memory.get(count) ?? 0),
    ]);
  });
  console.log(`\nMedians, on ${cpus().length} processors (${cpus()[0]?.model})`);
  printTable([
    [
      '',
      'processes',
      'req/s',
      'to one',
      'p50 ms',
      'p99 ms',
      'CPU ms/req',
      'API cores',
      'busy cores',
      'MB in all',
    ],
    ...rows,
  ]);
  console.log('\nPostgreSQL, Redis and this program run on the same processors.');
}

export const bench = defineBench({
  flags: {
    rounds: whole(3, 'how often each number of processes is measured, in turn'),
    seconds: whole(5, 'how long each time'),
    connections: whole(16, 'how many requests are under way at once'),
  },
  async run({ rounds, seconds, connections }, context) {
    const { say } = context;
    const forMs = seconds * 1_000;
    const environment = await openApiEnvironment(context, connections * OWNERS_EACH);
    say(`starting ${COUNTS.join(', ')} API processes`);
    const groups: MeasuredApi[][] = [];
    for (const count of COUNTS) groups.push(await environment.startApis(count));
    for (const apis of groups) {
      say(`warming up: ${apis.length}`);
      for (const route of MEASURED) await load(apis, route, environment, forMs, connections);
    }
    const all: ProcessesSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const route of MEASURED) {
        for (const apis of round % 2 === 0 ? groups : groups.toReversed()) {
          const measured = await measure(apis, route, environment, forMs, connections);
          say(`${route.title}, ${apis.length}: ${measured.perSecond.toFixed(0)} req/s`);
          all.push(measured);
        }
      }
    }
    const memory = new Map<number, number>();
    for (const apis of groups) {
      const usages = await Promise.all(apis.map((api) => api.usage()));
      memory.set(
        apis.length,
        usages.reduce((sum, { resident }) => sum + resident, 0),
      );
    }
    report(all, memory);
    return [];
  },
});
