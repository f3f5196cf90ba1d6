/** The folder in which the operator works, with a project of its own on the engine. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../dev/cli/failure.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { ProgramError, runProgram } from '../../dev/programs/run-program.ts';
import { type CommandName, documented } from './documents.ts';

/** An image may have to be built first. */
const TIMEOUT_MS = 30 * 60_000;
/** Enough to see why a command failed. */
const LINES = 15;

export interface Machine {
  folder: string;
  /** Runs a command of the documents. `fill` replaces what is only an example there. @returns what it printed */
  play(name: CommandName, fill?: (command: string) => string): Promise<string>;
  /** Runs a command of ours in the same folder, where `compose` is what the documents say. @returns what it printed */
  run(command: string): Promise<string>;
  /** Changes `deploy.env` as an operator does. @returns what was there before */
  set(settings: Record<string, string>): Promise<Record<string, string>>;
  /** Removes everything that was made here, and the folder unless its logs are to be kept. */
  clear(keep: boolean): Promise<void>;
}

const settingOf = (text: string, name: string): string =>
  text.match(new RegExp(`^${name}='(.*)'$`, 'm'))?.[1] ?? '';

/** Clones what is committed in this checkout, as someone who has never seen it would. */
export async function openMachine(say: Say): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'operators-day-'));
  const checkout = fileURLToPath(new URL('../../', import.meta.url));
  await runProgram('git', ['clone', '--quiet', checkout, folder]);
  const env = { ...process.env, COMPOSE_PROJECT_NAME: `operators-day-${randomBytes(4).toString('hex')}` };
  const shell = (command: string) =>
    runProgram('bash', ['-euo', 'pipefail', '-c', `${documented('abbreviate')}\n${command}`], {
      ...{ cwd: folder, env, timeoutMs: TIMEOUT_MS },
    });

  async function run(command: string): Promise<string> {
    try {
      return await shell(command);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      const last = error.output.trim().split('\n').slice(-LINES).join('\n');
      throw new Failure(`${error.message}: ${command}\n${last}`);
    }
  }

  return {
    folder,
    run,
    play(name, fill = (command) => command) {
      const command = fill(documented(name)).trim();
      // What follows the first line may be a secret.
      const [first, ...more] = command.split('\n');
      say(`$ ${first}${more.length === 0 ? '' : ` … (${more.length} more lines)`}`);
      return run(command);
    },
    async set(settings) {
      const path = join(folder, 'deploy.env');
      const text = await readFile(path, 'utf8');
      const names = Object.keys(settings);
      const kept = text.split('\n').filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
      const added = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
      await writeFile(path, kept.join('\n') + added.join(''));
      return Object.fromEntries(names.map((name) => [name, settingOf(text, name)]));
    },
    async clear(keep) {
      if (keep) await shell('compose logs --no-color > services.log; compose ps --all >> services.log');
      await shell('compose --profile "*" down --volumes --remove-orphans --timeout 10');
      if (keep) say(`the last output of the services is in ${join(folder, 'services.log')}`);
      else await rm(folder, { recursive: true, force: true });
    },
  };
}
