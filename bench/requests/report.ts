/** The results: tables for people, JSON for programs, and whether the goals were held. */
import type { MemoryMb } from './machine.ts';
import { type Cell, GOAL_CONNECTIONS, type Measured, type Sample } from './measure.ts';
import type { ServerName } from './stage.ts';

/** Over all rounds. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

export interface Goal {
  goal: string;
  value: number;
  held: boolean;
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

const of = (cell: Cell, name: ServerName, key: keyof Sample): Spread =>
  spread(cell.samples[name].map((sample) => sample[key]));

/** Of each round, ours compared with the floor: 1 is as good, more is better. */
function ratios({ samples: { ours, floor } }: Cell): { requests: Spread; processor: Spread } {
  const each = (compare: (a: Sample, b: Sample) => number) =>
    spread(ours.map((sample, i) => compare(sample, floor[i] as Sample)));
  return {
    requests: each((a, b) => a.requestsPerSecond / b.requestsPerSecond),
    processor: each((a, b) => b.processorMs / a.processorMs),
  };
}

/** How much longer p99 is beside log-ins. */
const slowdown = ({ samples, besideLogIns }: Cell, name: ServerName): Spread =>
  spread((besideLogIns?.[name] ?? []).map(({ p99Ms }, i) => p99Ms / (samples[name][i]?.p99Ms ?? Number.NaN)));

/** The most after any measurement. */
const loaded = ({ cells }: Measured, name: ServerName): MemoryMb => {
  const most = (key: keyof MemoryMb) =>
    Math.max(...cells.flatMap(({ samples }) => samples[name].map((sample) => sample[key])));
  return { residentMb: most('residentMb'), ownMb: most('ownMb') };
};

export function goalsOf(measured: Measured): Goal[] {
  const atLeast = (goal: string, least: number, value: number) => ({
    goal: `${goal} at least ${least}`,
    value,
    held: value >= least,
  });
  const atMost = (goal: string, most: number, value: number) => ({
    goal: `${goal} at most ${most}`,
    value,
    held: value <= most,
  });
  const cells = measured.cells.filter(({ connections }) => connections === GOAL_CONNECTIONS);
  return [
    ...cells.flatMap((cell) => {
      const { goal, title, isRead } = cell.route;
      const { requests, processor } = ratios(cell);
      const found: Goal[] = [];
      if (goal !== undefined) {
        found.push(atLeast(`${title}: requests per second, of the floor's,`, goal, requests.median));
        found.push(atLeast(`${title}: processor time, the floor's of ours,`, goal, processor.median));
      }
      if (isRead) {
        const tail = cell.samples.ours.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms);
        found.push(atMost(`${title}: p99, times p50,`, MOST_P99, spread(tail).median));
      }
      if (cell.besideLogIns) {
        const slower = slowdown(cell, 'ours').median;
        found.push(atMost(`${title}: p99 beside log-ins, times p99 without,`, MOST_BESIDE_LOG_INS, slower));
      }
      return found;
    }),
    atMost('MB of the idle API:', MOST_IDLE_MB, measured.idle.ours.residentMb),
    atMost('MB of the API after load:', MOST_LOADED_MB, loaded(measured, 'ours').residentMb),
  ];
}

/** Short enough for a column, with about three digits. */
const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const range = ({ min, median, max }: Spread): string => [min, median, max].map(short).join(' ');

function table(title: string, heads: string[], rows: string[][]): void {
  const all = [[title, ...heads], ...rows];
  const width = (i: number) => Math.max(...all.map((row) => row[i]?.length ?? 0));
  console.log('');
  for (const row of all) {
    const cells = row.map((cell, i) => (i === 0 ? cell.padEnd(width(i)) : cell.padStart(width(i) + 3)));
    console.log(`  ${cells.join('')}`);
  }
}

export function printReport(measured: Measured, goals: readonly Goal[]): void {
  const { cells, idle } = measured;
  const row = (cell: Cell, columns: (cell: Cell) => string[]) => [
    cell.route.title,
    String(cell.connections),
    ...columns(cell),
  ];
  const median = (cell: Cell, name: ServerName, key: keyof Sample) => short(of(cell, name, key).median);
  const both = (cell: Cell, key: keyof Sample) => [median(cell, 'ours', key), median(cell, 'floor', key)];
  const ratio = 'min, median, max';
  table(
    'Requests per second',
    ['connections', 'ours', 'floor', `ours / floor: ${ratio}`, 'busy: ours', 'floor'],
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
    ['connections', 'ours', 'floor', `floor / ours: ${ratio}`, 'PostgreSQL: ours', 'floor'],
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
    ['connections', 'p50: ours', 'floor', 'p99: ours', 'floor'],
    cells.map((cell) => row(cell, () => [...both(cell, 'p50Ms'), ...both(cell, 'p99Ms')])),
  );
  const beside = cells.filter(({ besideLogIns }) => besideLogIns);
  if (beside.length > 0) {
    table(
      'p99 beside log-ins / without',
      ['connections', `ours: ${ratio}`, `floor: ${ratio}`],
      beside.map((cell) => row(cell, () => [range(slowdown(cell, 'ours')), range(slowdown(cell, 'floor'))])),
    );
  }
  table(
    'Resident memory, MB',
    ['idle', 'after load', 'its own: idle', 'after load'],
    (['ours', 'floor'] as const).map((name) => {
      const [before, after] = [idle[name], loaded(measured, name)];
      return [name, ...[before.residentMb, after.residentMb, before.ownMb, after.ownMb].map(short)];
    }),
  );
  console.log('');
  for (const { goal, value, held } of goals) {
    console.log(`  ${held ? 'held  ' : 'MISSED'}  ${goal}: ${short(value)}`);
  }
}

/** Everything that was measured, with the ratios. */
export const resultOf = (measured: Measured, goals: readonly Goal[]) => ({
  cells: measured.cells.map((cell) => ({
    route: cell.route.name,
    connections: cell.connections,
    ratio: ratios(cell),
    samples: cell.samples,
    ...(cell.besideLogIns
      ? {
          besideLogIns: cell.besideLogIns,
          slowdown: { ours: slowdown(cell, 'ours'), floor: slowdown(cell, 'floor') },
        }
      : {}),
  })),
  memoryMb: {
    idle: measured.idle,
    loaded: { ours: loaded(measured, 'ours'), floor: loaded(measured, 'floor') },
  },
  goals,
});
