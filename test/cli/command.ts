/** The command line in a child process, as a person or a script runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import type { Ran } from '../support/clients/run-script.ts';

/** What `vault-handover` runs: see bin.test.ts. */
const VAULT_HANDOVER = join(checkout, 'cli', 'main.ts');
/** Options for Node. As everywhere in the tests, passwords and signatures then take a fraction of the time. */
const NATIVE_CRYPTO = ['--import', pathToFileURL(join(checkout, 'dev', 'native', 'now.ts')).href] as const;

/** A line to type, or one that depends on what was printed so far: undefined until it is known. */
export type TypedAnswer = string | ((stdout: string) => string | undefined);

export interface VaultRun extends Ran {
  args: readonly string[];
}

/** Runs commands as one user of a machine, with a configuration folder of their own. */
export interface VaultUser {
  /** Everything run so far. */
  readonly runs: readonly VaultRun[];
  /** Accepts any exit code. */
  try(args: readonly string[], answers?: readonly TypedAnswer[], more?: Circumstances): Promise<VaultRun>;
  /** @returns what it printed. @throws Error unless it ended with 0 */
  run(args: readonly string[], answers?: readonly TypedAnswer[]): Promise<string>;
  /**
   * Runs at a terminal of its own, where each answer is typed once its question is shown, as a person does. Accepts any
   * exit code. `stdout` is all that the terminal showed.
   */
  atTerminal(
    args: readonly string[],
    dialogue: readonly (readonly [question: string, answer: string])[],
  ): Promise<VaultRun>;
}

export interface Circumstances {
  /** Ends it with the signal once this resolves. */
  end?: Promise<unknown>;
  signal?: NodeJS.Signals;
  /** What a shell runs, with the command as `"$@"`. */
  within?: string;
}

/** As an answer: a key instead of a line. */
export const CTRL_C = '\x03';
export const CTRL_D = '\x04';
const isKey = (answer: string): boolean => answer === CTRL_C || answer === CTRL_D;

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export function vaultUser(configFolder: string, program = VAULT_HANDOVER): VaultUser {
  const runs: VaultRun[] = [];

  const start = (file: string, args: readonly string[]) => {
    const child = spawn(file, args, {
      cwd: checkout,
      env: { ...baseEnv(), XDG_CONFIG_HOME: configFolder, SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that ends early doesn't read the rest.
    child.stdin.on('error', () => {});
    return child;
  };
  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });

  async function attempt(
    args: readonly string[],
    answers: readonly TypedAnswer[] = [],
    { end, signal = 'SIGKILL', within = '' }: Circumstances = {},
  ): Promise<VaultRun> {
    const command = [process.execPath, ...NATIVE_CRYPTO, program, ...args] as const;
    const child =
      within === ''
        ? start(command[0], command.slice(1))
        : start('/bin/sh', ['-c', within, 'sh', ...command]);
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
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (bytes) => {
        ran[stream] += bytes;
        if (!child.stdin.writableEnded) type();
      });
    }
    type();
    ran.code = await ended(child);
    runs.push(ran);
    return ran;
  }

  async function atTerminal(
    args: readonly string[],
    dialogue: readonly (readonly [question: string, answer: string])[],
  ): Promise<VaultRun> {
    const command = [process.execPath, ...NATIVE_CRYPTO, program, ...args].map(quoted).join(' ');
    // From util-linux, which every Debian has. It gives the command a terminal and ends with its exit code.
    const child = start('script', ['--quiet', '--return', '--command', command, '/dev/null']);
    const ran: VaultRun = { args, code: null, stdout: '', stderr: '' };
    const waiting = [...dialogue];
    let read = 0;
    child.stdout.on('data', (bytes) => {
      ran.stdout += bytes;
      const [question, answer = ''] = waiting[0] ?? [];
      const at = question === undefined ? -1 : ran.stdout.indexOf(question, read);
      if (question === undefined || at === -1) return;
      read = at + question.length;
      waiting.shift();
      child.stdin.write(isKey(answer) ? answer : `${answer}\r`);
    });
    child.stderr.on('data', (bytes) => {
      ran.stderr += bytes;
    });
    ran.code = await ended(child);
    runs.push(ran);
    if (waiting.length > 0)
      throw new Error(`"${waiting[0]?.[0]}" was never asked:\n${ran.stdout}${ran.stderr}`);
    return ran;
  }

  return {
    runs,
    try: attempt,
    atTerminal,
    async run(args, answers) {
      const { code, stdout, stderr } = await attempt(args, answers);
      if (code !== 0)
        throw new Error(`vault-handover ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
  };
}
