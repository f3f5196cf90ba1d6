import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { groupEnded, killOnExit, signalGroup } from '../processes/process-group.ts';

/** A program that failed; its output says why. */
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
  /** As in `os.setPriority`; by default that of this process. */
  priority?: number;
}

function lower(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // It has already ended, or keeps its priority.
  }
}

/**
 * Runs a program to its end and resolves with what it wrote. It has its own process group, which ends with this
 * process at the latest, so an interrupted start leaves no compiler behind.
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
      killOnExit(pid);
      if (options.priority !== undefined) lower(pid, options.priority);
    }
    const late = options.timeoutMs && pid && setTimeout(() => signalGroup(pid, 'SIGKILL'), options.timeoutMs);
    const ended = (error?: string) => {
      clearTimeout(late || undefined);
      if (pid) groupEnded(pid);
      if (error === undefined) resolve(output);
      else reject(new ProgramError(error, output));
    };
    child.once('error', (error) => ended(`${command} cannot be run: ${error.message}`));
    child.once('close', (code, signal) =>
      ended(code === 0 ? undefined : `${command} ended with ${signal ?? `exit code ${code}`}`),
    );
  });
}

/** Why a `runProgram` failed, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProgramError) return error.lastLine;
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
    if (folder !== '' && (await executable)) return path;
  }
  return undefined;
}
