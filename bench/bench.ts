/** What a measurement is, for `npm run bench`. */

import type { Flags, ValuesOf } from '../dev/cli/flags.ts';
import type { Say } from '../dev/cli/progress.ts';

/** Functions that stop what a measurement has started, in the order of starting. */
export type Closing = (() => unknown)[];

export interface BenchContext {
  say: Say;
  /** Called in reverse order at the end, even after an error or an interrupt. */
  closing: Closing;
}

/** Something that was promised and measured. */
export interface Goal {
  goal: string;
  met: boolean;
}

export interface Bench {
  flags: Flags;
  /** Measures, and prints its figures. @returns the goals, which decide about the exit code */
  run(values: Record<string, unknown>, context: BenchContext): Promise<readonly Goal[]>;
}

/** Checks the types of a measurement's flags where it is written. */
export const defineBench = <F extends Flags>(bench: {
  flags: F;
  run(values: ValuesOf<F>, context: BenchContext): Promise<readonly Goal[]>;
}): Bench => bench as unknown as Bench;

export async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.splice(0).reverse()) {
    try {
      await close();
    } catch {
      // Everything else still has to stop.
    }
  }
}
