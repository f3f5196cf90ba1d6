/** `npm run vault` in a child process, as a person or a script runs it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../../dev/instance/checkout.ts';
import { surroundings } from '../../dev/instance/environment.ts';
import type { Ran } from './run-script.ts';

/** What the npm script runs. */
const program = join(checkout, 'dev', 'vault.ts');

/** A line to type, or one that depends on what was printed so far: undefined until it can be told. */
export type Answer = string | ((stdout: string) => string | undefined);

export interface VaultRun extends Ran {
  args: readonly string[];
}

/** Runs commands as one user of a machine, with a configuration folder of their own. */
export interface VaultUser {
  /** Everything run so far. */
  readonly runs: readonly VaultRun[];
  /**
   * Whatever it ends with.
   *
   * @param end ends it with the signal once this resolves
   */
  try(
    args: readonly string[],
    answers?: readonly Answer[],
    end?: Promise<unknown>,
    signal?: NodeJS.Signals,
  ): Promise<VaultRun>;
  /** @returns what it printed. @throws Error unless it ended with 0 */
  run(args: readonly string[], answers?: readonly Answer[]): Promise<string>;
}

export function vaultUser(configFolder: string): VaultUser {
  const runs: VaultRun[] = [];

  async function attempt(
    args: readonly string[],
    answers: readonly Answer[] = [],
    end?: Promise<unknown>,
    signal: NodeJS.Signals = 'SIGKILL',
  ): Promise<VaultRun> {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: checkout,
      env: { ...surroundings(), XDG_CONFIG_HOME: configFolder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ran: VaultRun = { args, code: null, stdout: '', stderr: '' };
    void end?.then(() => child.kill(signal));
    const waiting = [...answers];
    const type = () => {
      while (waiting.length > 0) {
        const [next = ''] = waiting;
        const line = typeof next === 'string' ? next : next(ran.stdout);
        if (line === undefined) return;
        waiting.shift();
        child.stdin.write(`${line}\n`);
      }
      child.stdin.end();
    };
    // A command that ends early doesn't read the rest.
    child.stdin.on('error', () => {});
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (bytes) => {
        ran[stream] += bytes;
        if (!child.stdin.writableEnded) type();
      });
    }
    type();
    ran.code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    runs.push(ran);
    return ran;
  }

  return {
    runs,
    try: attempt,
    async run(args, answers) {
      const { code, stdout, stderr } = await attempt(args, answers);
      if (code !== 0) throw new Error(`vault ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
  };
}
