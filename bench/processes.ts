/**
 * `npm run bench:processes`: what one, two and four API processes behind one port answer, on real PostgreSQL and Redis.
 * All are up at once and are measured in turn, so whatever else the machine does hits them alike.
 */
import { cpus } from 'node:os';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { sentence } from '../dev/cli/failure.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate } from '../dev/cli/progress.ts';
import { machineBusyMs, median, printTable } from './apis/figures.ts';
import type { ApiProcess } from './apis/process.ts';
import { openStage, type Stage } from './apis/stage.ts';
import { percentile, runLoad } from './requests/load.ts';
import { type BenchRoute, ROUTES, requestsOf } from './requests/routes.ts';

const COUNTS = [1, 2, 4];
const MEASURED = ROUTES.filter(({ name }) => ['list', 'check-in'].includes(name));

/** For each connection. With few owners, one that waits long would meet its own owner's next requests and be refused. */
const OWNERS_EACH = 8;

const HELP = `npm run bench:processes -- [--rounds 3] [--seconds 5] [--connections 16]
  --rounds       how often each is measured, in turn
  --seconds      how long each time
  --connections  how many requests are under way at once`;

function readFlags() {
  const options = {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:processes');
  const whole = (name: 'rounds' | 'seconds' | 'connections') => wholeNumber(name, values[name]);
  return {
    help: values.help,
    rounds: whole('rounds'),
    forMs: whole('seconds') * 1_000,
    connections: whole('connections'),
  };
}

interface Measured {
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
  [api]: readonly ApiProcess[],
  route: BenchRoute,
  { owners }: Stage,
  forMs: number,
  connections: number,
) => runLoad({ port: api?.port ?? 0, connections, forMs, next: requestsOf(route, owners) });

async function measure(
  apis: readonly ApiProcess[],
  route: BenchRoute,
  stage: Stage,
  forMs: number,
  connections: number,
) {
  const cpu = async () =>
    (await Promise.all(apis.map((api) => api.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const before = { cpu: await cpu(), busy: machineBusyMs() };
  const { answers, tookMs, latencies } = await load(apis, route, stage, forMs, connections);
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
  } satisfies Measured;
}

function report(all: readonly Measured[], memory: ReadonlyMap<number, number>): void {
  const rows = MEASURED.flatMap((route) => {
    const of = (count: number, figure: (each: Measured) => number) =>
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
      ((memory.get(count) ?? 0) / 2 ** 20).toFixed(0),
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

async function run(): Promise<void> {
  const { help, rounds, forMs, connections } = readFlags();
  if (help) return console.log(HELP);
  const say = narrate();
  const stage = await openStage(connections * OWNERS_EACH, say);
  interruption().addEventListener('abort', () => void stage.stop().finally(() => process.exit(1)));
  try {
    say(`starting ${COUNTS.join(', ')} API processes`);
    const groups: ApiProcess[][] = [];
    for (const count of COUNTS) groups.push(await stage.startApis(count));
    for (const apis of groups) {
      say(`warming up: ${apis.length}`);
      for (const route of MEASURED) await load(apis, route, stage, forMs, connections);
    }
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const route of MEASURED) {
        for (const apis of round % 2 === 0 ? groups : groups.toReversed()) {
          const measured = await measure(apis, route, stage, forMs, connections);
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
  } finally {
    await stage.stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
