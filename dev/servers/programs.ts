import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.ts';

/** Programs under way, which must not outlive this process. */
const underWay = new Set<number>();

process.once('exit', () => {
  for (const pid of underWay) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Ended in this very moment.
    }
  }
});

/** A program that ended badly; its output tells why. */
export class ProgramError extends Error {
  override name = 'ProgramError';
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }

  /** The last line it wrote that says something. */
  get lastLine(): string {
    return this.output.trim().split('\n').at(-1)?.trim() || this.message;
  }
}

/** How to run a program. */
export interface RunOptions {
  cwd?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  user?: { uid: number; gid: number } | undefined;
  /** Killed after this long. */
  timeoutMs?: number;
  /** As `os.setPriority` takes it; ours unless told. */
  priority?: number;
}

/** A program that has ended already has no priority. */
function lower(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // It runs on as it is.
  }
}

/**
 * Runs a program to its end and resolves with what it wrote. It has a process group of its own, which ends with
 * this process at the latest: an interrupted start leaves no compiler behind.
 *
 * @throws ProgramError when it cannot be started, fails, or takes longer than allowed
 */
export function runProgram(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...options.user,
    });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
    child.stderr.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
    const { pid } = child;
    if (pid) {
      underWay.add(pid);
      if (options.priority !== undefined) lower(pid, options.priority);
    }
    const late =
      options.timeoutMs && pid && setTimeout(() => process.kill(-pid, 'SIGKILL'), options.timeoutMs);
    const ended = (error?: string) => {
      clearTimeout(late || undefined);
      if (pid) {
        underWay.delete(pid);
      }
      if (error === undefined) {
        resolve(output);
      } else {
        reject(new ProgramError(error, output));
      }
    };
    child.once('error', (error) => ended(`${command} cannot be run: ${error.message}`));
    child.once('close', (code, signal) =>
      ended(code === 0 ? undefined : `${command} ended with ${signal ?? `exit code ${code}`}`),
    );
  });
}

/** What a failed `runProgram` has to say for itself, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProgramError) {
    return error.lastLine;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Where a program is on PATH, or undefined. */
export async function onPath(program: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    const executable = access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && (await executable)) {
      return path;
    }
  }
  return undefined;
}

/** Whether this process can install Debian packages: it is root and apt is there. */
export const canInstallPackages = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await onPath('apt-get')) !== undefined;

/** apt lets nobody else in while it works, ourselves included. */
let installing: Promise<unknown> = Promise.resolve();

/**
 * Installs a Debian package, only when `canInstallPackages`. Packages asked for at once come one after another.
 *
 * @throws Failure when the package source cannot be reached or has no such package
 */
export function installPackage(name: string): Promise<void> {
  const mine = installing.then(() => install(name));
  installing = mine.catch(() => {});
  return mine;
}

async function install(name: string): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    runProgram('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env });
  const get = () => apt('install', '-y', '--no-install-recommends', name);
  try {
    // A fresh container has no package lists; one that has them need not fetch them again.
    await get().catch(async () => {
      await apt('update');
      await get();
    });
  } catch (error) {
    throw new Failure(`The Debian package ${name} could not be installed (${reasonOf(error)})`);
  }
}
