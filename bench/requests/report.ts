/** The results: tables for people, JSON for programs, and whether the goals were met. */
import type { Goal } from '../bench.ts';
import { printTable } from '../figures.ts';
import type { ServerName } from './compared.ts';
import type { MemoryMb } from './machine.ts';
import { GOAL_CONNECTIONS, type MeasuredRequests, type RouteCell, type ServerSample } from './measure.ts';

/** Over all rounds. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** A goal about a figure. */
export interface FigureGoal extends Goal {
  value: number;
}

/** p99 of a read at most this many times its p50. */
const MOST_P99 = 3;
/** p99 of a read beside log-ins at most this many times p99 without. */
const MOST_BESIDE_LOG_INS = 2;
const MOST_IDLE_MB = 120;
const MOST_LOADED_MB = 180;

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (i: number) => sorted[i] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  };
}

const of = (cell: RouteCell, name: ServerName, key: keyof ServerSample): Spread =>
  spread(cell.samples[name].map((sample) => sample[key]));

/** The API compared with the baseline in each round: 1 is equal, more is better. */
function ratios({ samples: { api, baseline } }: RouteCell): { requests: Spread; processor: Spread } {
  const each = (compare: (a: ServerSample, b: ServerSample) => number) =>
    spread(api.map((sample, i) => compare(sample, baseline[i] as ServerSample)));
  return {
    requests: each((a, b) => a.requestsPerSecond / b.requestsPerSecond),
    processor: each((a, b) => b.processorMs / a.processorMs),
  };
}

/** How much longer p99 is beside log-ins. */
const slowdown = ({ samples, besideLogIns }: RouteCell, name: ServerName): Spread =>
  spread((besideLogIns?.[name] ?? []).map(({ p99Ms }, i) => p99Ms / (samples[name][i]?.p99Ms ?? Number.NaN)));

/** The most memory after any measurement. */
const loaded = ({ cells }: MeasuredRequests, name: ServerName): MemoryMb => {
  const most = (key: keyof MemoryMb) =>
    Math.max(...cells.flatMap(({ samples }) => samples[name].map((sample) => sample[key])));
  return { residentMb: most('residentMb'), ownMb: most('ownMb') };
};

/** Short enough for a column, with about three digits. */
const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const range = ({ min, median, max }: Spread): string => [min, median, max].map(short).join(' ');

export function goalsOf(measured: MeasuredRequests): FigureGoal[] {
  const atLeast = (goal: string, least: number, value: number) => ({
    goal: `${goal} at least ${least}: ${short(value)}`,
    value,
    met: value >= least,
  });
  const atMost = (goal: string, most: number, value: number) => ({
    goal: `${goal} at most ${most}: ${short(value)}`,
    value,
    met: value <= most,
  });
  const cells = measured.cells.filter(({ connections }) => connections === GOAL_CONNECTIONS);
  return [
    ...cells.flatMap((cell) => {
      const { goal, title, isRead } = cell.route;
      const { requests, processor } = ratios(cell);
      const found: FigureGoal[] = [];
      if (goal !== undefined) {
        found.push(atLeast(`${title}: requests per second, share of the baseline's,`, goal, requests.median));
        found.push(atLeast(`${title}: processor time, the baseline's by the API's,`, goal, processor.median));
      }
      if (isRead) {
        const tail = cell.samples.api.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms);
        found.push(atMost(`${title}: p99, times p50,`, MOST_P99, spread(tail).median));
      }
      if (cell.besideLogIns) {
        const slower = slowdown(cell, 'api').median;
        found.push(atMost(`${title}: p99 beside log-ins, times p99 without,`, MOST_BESIDE_LOG_INS, slower));
      }
      return found;
    }),
    atMost('MB of the idle API:', MOST_IDLE_MB, measured.idle.api.residentMb),
    atMost('MB of the API after load:', MOST_LOADED_MB, loaded(measured, 'api').residentMb),
  ];
}

const table = (title: string, heads: string[], rows: string[][]): void =>
  printTable([[title, ...heads], ...rows]);

export function printReport(measured: MeasuredRequests): void {
  const { cells, idle } = measured;
  const row = (cell: RouteCell, columns: (cell: RouteCell) => string[]) => [
    cell.route.title,
    String(cell.connections),
    ...columns(cell),
  ];
  const median = (cell: RouteCell, name: ServerName, key: keyof ServerSample) =>
    short(of(cell, name, key).median);
  const both = (cell: RouteCell, key: keyof ServerSample) => [
    median(cell, 'api', key),
    median(cell, 'baseline', key),
  ];
  const ratio = 'min, median, max';
  table(
    'Requests per second',
    ['connections', 'API', 'baseline', `API / baseline: ${ratio}`, 'busy: API', 'baseline'],
    cells.map((cell) =>
      row(cell, () => [
        ...both(cell, 'requestsPerSecond'),
        range(ratios(cell).requests),
        ...both(cell, 'busy'),
      ]),
    ),
  );
  table(
    'Processor time per request, ms',
    ['connections', 'API', 'baseline', `baseline / API: ${ratio}`, 'PostgreSQL: API', 'baseline'],
    cells.map((cell) =>
      row(cell, () => [
        ...both(cell, 'processorMs'),
        range(ratios(cell).processor),
        ...both(cell, 'postgresMs'),
      ]),
    ),
  );
  table(
    'Latency, ms',
    ['connections', 'p50: API', 'baseline', 'p99: API', 'baseline'],
    cells.map((cell) => row(cell, () => [...both(cell, 'p50Ms'), ...both(cell, 'p99Ms')])),
  );
  const beside = cells.filter(({ besideLogIns }) => besideLogIns);
  if (beside.length > 0) {
    table(
      'p99 beside log-ins / without',
      ['connections', `API: ${ratio}`, `baseline: ${ratio}`],
      beside.map((cell) =>
        row(cell, () => [range(slowdown(cell, 'api')), range(slowdown(cell, 'baseline'))]),
      ),
    );
  }
  table(
    'Resident memory, MB',
    ['idle', 'after load', 'its own: idle', 'after load'],
    (['api', 'baseline'] as const).map((name) => {
      const [before, after] = [idle[name], loaded(measured, name)];
      return [
        name === 'api' ? 'API' : name,
        ...[before.residentMb, after.residentMb, before.ownMb, after.ownMb].map(short),
      ];
    }),
  );
}

/** Everything that was measured, with the ratios. */
export const resultOf = (measured: MeasuredRequests, goals: readonly FigureGoal[]) => ({
  cells: measured.cells.map((cell) => ({
    route: cell.route.name,
    connections: cell.connections,
    ratio: ratios(cell),
    samples: cell.samples,
    ...(cell.besideLogIns
      ? {
          besideLogIns: cell.besideLogIns,
          slowdown: { api: slowdown(cell, 'api'), baseline: slowdown(cell, 'baseline') },
        }
      : {}),
  })),
  memoryMb: {
    idle: measured.idle,
    loaded: { api: loaded(measured, 'api'), baseline: loaded(measured, 'baseline') },
  },
  goals,
});
