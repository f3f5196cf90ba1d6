import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { identify } from '../processes/identity.ts';
import { untilReady } from '../processes/ready.ts';
import { runProgram } from '../programs/run-program.ts';

/** Processes that work in this folder, as every process of a PostgreSQL does in its own; only Linux tells. */
async function processesIn(folder: string): Promise<string[]> {
  const path = await realpath(folder);
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === path),
  );
  return pids.filter((_pid, index) => inside[index]);
}

/** What the process with this PID was started as, or nothing when there is none. */
async function commandOf(pid: number): Promise<string> {
  if (!identify(pid)) {
    return '';
  }
  return runProgram('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() =>
    // Where there is no `ps`, as in small containers, there is Linux's own list.
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  );
}

/**
 * Makes way for a start after a `kill -9`: waits until the last process of the killed server has noticed, and
 * removes its lock, which names a PID that may by now be anybody's. PostgreSQL would refuse to start for either.
 *
 * @throws Failure when a PostgreSQL really runs on these files
 */
export async function clearAfterKill(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) {
    return;
  }
  if ((await commandOf(pid)).includes(cluster)) {
    throw new Failure(`PostgreSQL already runs on ${cluster} as process ${pid}: stop it first`);
  }
  await untilReady(
    async () => (await processesIn(cluster)).length === 0,
    'The end of the PostgreSQL that was killed',
    { timeoutMs: 10_000 },
  );
  await rm(lock, { force: true });
}
