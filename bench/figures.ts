/** Figures, and tables of them. */
import { cpus } from 'node:os';
import type { Goal } from './bench.ts';

/** @param share such as 0.99 */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const sorted = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).sort();

export const median = (numbers: readonly number[]): number => percentile(sorted(numbers), 0.5);

/** Milliseconds of processor time that the whole machine has spent on anything. */
export const machineBusyMs = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

/** In megabytes, without decimals. */
export const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Prints rows of cells in columns, the first one aligned to the left, below an empty line. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  console.log('');
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(`  ${cells.join('  ').trimEnd()}`);
  }
}

/** Prints whether each goal was met, below an empty line. */
export function printGoals(goals: readonly Goal[]): void {
  if (goals.length > 0) console.log('');
  for (const { goal, met } of goals) console.log(`  ${met ? 'held  ' : 'MISSED'}  ${goal}`);
}
