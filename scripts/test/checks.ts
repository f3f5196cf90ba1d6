import { constants } from 'node:os';
import { join } from 'node:path';
import type { Say } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { ProgramError, runProgram } from '../../dev/programs/run-program.ts';
import { sum, type Tally } from './tally.ts';

/** A check that needs no server. */
interface ServerlessCheck {
  name: string;
  commands: [string, ...string[]][];
}

/** Skips what has not changed since the last run here. */
const remembering = (name: string): string[] => [
  '--incremental',
  '--tsBuildInfoFile',
  join('node_modules', '.cache', 'checks', `${name}.tsbuildinfo`),
];

/** Version 7 takes half the time. Version 5.9 remains for tools that need its JavaScript API. */
const TSC = [process.execPath, join('node_modules', 'typescript-7', 'bin', 'tsc'), '--noEmit'] as const;

const CHECKS: ServerlessCheck[] = [
  {
    name: 'lint',
    commands: [
      ['biome', 'check', '.', '--error-on-warnings'],
      ['depcruise', '.'],
    ],
  },
  { name: 'words', commands: [[process.execPath, join('scripts', 'words.ts'), '--check']] },
  {
    name: 'type check',
    commands: [
      [...TSC, ...remembering('types')],
      [...TSC, '--project', 'web', ...remembering('types-web')],
      [...TSC, '--project', 'crypto', ...remembering('types-crypto')],
    ],
  },
];

async function runCheck({ name, commands }: ServerlessCheck, say: Say): Promise<Tally> {
  const began = performance.now();
  try {
    for (const [command, ...args] of commands) {
      await runProgram(command, args, { cwd: checkout, priority: constants.priority.PRIORITY_LOW });
    }
  } catch (error) {
    say(`${name} failed; the end of this run says why`);
    const why = (error instanceof ProgramError && error.output.trim()) || String(error);
    return { passed: 0, failed: 1, notes: [why, `${name} failed`] };
  }
  say(`${name} passed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { passed: 1, failed: 0, notes: [] };
}

/**
 * Runs every check, even if one fails, at a low priority beside the tests.
 *
 * @returns with the output of those that failed among its notes
 */
export async function runChecks(say: Say): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const check of CHECKS) {
    tallies.push(await runCheck(check, say));
  }
  return sum(tallies);
}
