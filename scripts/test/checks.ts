import { join } from 'node:path';
import { checkout } from '../instance/checkout.ts';
import { ProgramError, runProgram } from '../servers/programs.ts';
import type { Say } from '../servers/progress.ts';
import type { Tally } from './tally.ts';

/** A check that needs no server. */
interface Check {
  name: string;
  commands: [string, ...string[]][];
}

const CHECKS: Check[] = [
  { name: 'lint', commands: [['biome', 'check', '.', '--error-on-warnings']] },
  {
    name: 'type check',
    commands: [
      ['tsc', '--noEmit'],
      ['tsc', '--noEmit', '--project', 'web'],
    ],
  },
  {
    name: 'import directions',
    commands: [[process.execPath, join('scripts', 'import-directions.ts')]],
  },
];

async function runCheck({ name, commands }: Check, say: Say): Promise<Tally> {
  const began = performance.now();
  try {
    for (const [command, ...args] of commands) {
      await runProgram(command, args, { cwd: checkout });
    }
  } catch (error) {
    say(`${name} failed`);
    console.log((error instanceof ProgramError && error.output.trim()) || String(error));
    return { passed: 0, failed: 1, notes: [`${name} failed`] };
  }
  say(`${name} passed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { passed: 1, failed: 0, notes: [] };
}

/** Runs lint, type check and import directions, each to its end whatever the others say. */
export async function runChecks(say: Say): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const check of CHECKS) {
    tallies.push(await runCheck(check, say));
  }
  return tallies;
}
