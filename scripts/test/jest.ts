import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../../dev/instance/checkout.ts';
import { surroundings } from '../../dev/instance/environment.ts';
import { TEST_SERVERS_VARIABLE, type TestServers } from '../../test/support/servers/addresses.ts';
import { RUN_LOGS_VARIABLE } from './run-logs.ts';
import { type JestReport, type Tally, tallyOf } from './tally.ts';

/** How long Jest may take to go after its last test; a connection that a test left open keeps it for ever. */
const FAREWELL_MS = 10_000;

const readReport = (file: string): Promise<JestReport | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as JestReport,
    () => undefined,
  );

/**
 * Runs Jest against these servers, with its output going where ours goes.
 *
 * @param args as Jest takes them, such as a pattern of file names
 * @param logs a folder in which the tests keep what the programs under test logged
 * @param signal ends the run early
 */
export async function runJest(
  args: string[],
  servers: TestServers,
  logs: string,
  signal: AbortSignal,
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'jest-report-'));
  const reportFile = join(folder, 'report.json');
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const child = spawn(process.execPath, ['--max-semi-space-size=64', jest, ...args], {
    cwd: checkout,
    // A group of its own, which ends as a whole: tests start programs too.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...surroundings(),
      [TEST_SERVERS_VARIABLE]: JSON.stringify(servers),
      [RUN_LOGS_VARIABLE]: logs,
      VAULT_JEST_REPORT: reportFile,
      // The tests start the same programs many times.
      NODE_COMPILE_CACHE: join(checkout, 'node_modules', '.cache', 'compiled'),
    },
  });
  signal.addEventListener('abort', () => process.kill(-child.pid!, 'SIGINT'));
  let exitCode: number | undefined;
  const exited = once(child, 'exit').then(([code]) => {
    exitCode = code ?? 1;
  });
  try {
    for (let reportedMs = 0; exitCode === undefined; ) {
      await Promise.race([exited, sleep(500)]);
      const report = await readReport(reportFile);
      reportedMs += report ? 500 : 0;
      if (report && exitCode === undefined && reportedMs >= FAREWELL_MS) {
        process.kill(-child.pid!, 'SIGKILL');
        await exited;
        console.log('A test left something open that kept Jest from ending; it was ended.');
        exitCode = report.numFailedTests > 0 ? 1 : 0;
      }
    }
    return tallyOf(await readReport(reportFile), exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
