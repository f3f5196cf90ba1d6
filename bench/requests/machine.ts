/** The machine: its facts, the core of a process, and a process's processor time and memory. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { Failure } from '../../dev/cli/failure.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { onPath } from '../../dev/programs/run-program.ts';

const run = promisify(execFile);

/** The server under test runs here. */
const OUR_CORE = 0;
/** Everything else runs here. */
const OTHER_CORE = 1;

export interface Machine {
  cpu: string;
  cores: number;
  memoryMb: number;
  node: string;
  /** The load of the last minute when the bench began: above 1, other programs were using the machine. */
  load: number;
  /** The commit that was measured; ends with + if files had been changed since. */
  commit: string;
  /** Whether the server under test had a core of its own. */
  pinned: boolean;
}

async function commitOf(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args)).stdout.trim();
  try {
    return `${await git('rev-parse', '--short', 'HEAD')}${(await git('status', '--porcelain')) === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

/** Moves every thread of a process to a core. Threads and processes that it starts later follow. */
async function pin(pid: number, core: number): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

/** Moves this process to the core for everything else, where all that it starts follows it. */
export async function prepareMachine(say: Say): Promise<Machine> {
  const cores = availableParallelism();
  let pinned = true;
  try {
    if (cores < 2) throw new Failure('there is only one');
    if (!(await onPath('taskset'))) throw new Failure('taskset is missing');
    await pin(process.pid, OTHER_CORE);
  } catch (error) {
    pinned = false;
    say(`nothing is pinned to a core: ${(error as Error).message}`);
  }
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    load: loadavg()[0] ?? 0,
    commit: await commitOf(),
    pinned,
  };
}

/** Gives the server under test its core. */
export async function giveCore({ pinned }: Machine, pid: number): Promise<void> {
  if (pinned) await pin(pid, OUR_CORE);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    throw new Failure(`/proc/${pid}/${file} cannot be read: this measurement needs Linux`);
  }
}

/** Clock ticks of /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @param ended includes the time of child processes that have ended */
function processorMsOf(pid: number, { ended }: { ended: boolean }): number {
  // The name in parentheses may contain spaces. Fields 14 to 17 are `utime`, `stime`, `cutime` and `cstime`.
  const stat = readProc(pid, 'stat');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, ended ? 15 : 13);
  return (ticks.reduce((sum, each) => sum + Number(each), 0) * 1_000) / TICKS_PER_SECOND;
}

/** The processor time that a process has taken so far, in milliseconds, independent of other load. */
export const processorMs = (pid: number): number => processorMsOf(pid, { ended: false });

/** The processor time of PostgreSQL, all of whose processes are children of one. */
export function familyProcessorMs(pid: number): number {
  const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  const living = children.map((child) => {
    try {
      return processorMs(Number(child));
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return living.reduce((sum, each) => sum + each, processorMsOf(pid, { ended: true }));
}

/** The memory of a process, in MB. */
export interface MemoryMb {
  residentMb: number;
  /** The part that other processes of the same program would not share. */
  ownMb: number;
}

export function memoryMb(pid: number): MemoryMb {
  const status = readProc(pid, 'status');
  const mb = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm'))?.[1]) / 1024;
  return { residentMb: mb('VmRSS'), ownMb: mb('RssAnon') };
}
