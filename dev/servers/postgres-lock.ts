import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { identify } from '../processes/identity.ts';
import { untilReady } from '../processes/ready.ts';
import { runProgram } from '../programs/run-program.ts';

/** The processes whose working directory this is, as it is for each process of a PostgreSQL. Only Linux can say. */
async function processesIn(folder: string): Promise<string[]> {
  const path = await realpath(folder);
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === path),
  );
  return pids.filter((_pid, index) => inside[index]);
}

/** The command line of the process with this PID, or an empty string. */
async function commandOf(pid: number): Promise<string> {
  if (!identify(pid)) {
    return '';
  }
  return runProgram('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() =>
    // Small containers have no `ps`.
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  );
}

/**
 * Makes a start possible after a `kill -9`: waits until the last process of the killed server has noticed, and removes
 * its lock, whose PID may belong to another process by now. PostgreSQL would refuse to start because of either.
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
    throw new Failure(`PostgreSQL is already running on ${cluster} as process ${pid}: stop it first`);
  }
  await untilReady(
    async () => (await processesIn(cluster)).length === 0,
    'The end of the PostgreSQL that was killed',
    { timeoutMs: 10_000 },
  );
  await rm(lock, { force: true });
}
