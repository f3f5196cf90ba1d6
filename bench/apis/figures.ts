/** Figures, and tables of them. */
import { cpus } from 'node:os';
import { percentile } from '../requests/load.ts';

export const median = (numbers: readonly number[]): number =>
  percentile(Float64Array.from(numbers).sort(), 0.5);

/** Milliseconds of processor time that the whole machine has spent, on whatever. */
export const machineBusyMs = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

/** Prints rows of cells in columns, the first one to the left. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}
