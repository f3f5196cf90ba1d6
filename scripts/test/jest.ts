import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../instance/checkout.ts';
import { surroundings } from '../instance/environment.ts';
import { TEST_SERVERS_VARIABLE, type TestServers } from '../servers/test-addresses.ts';
import { type JestReport, type Tally, tallyOf } from './tally.ts';

/**
 * Runs Jest against these servers, with its output going where ours goes.
 *
 * @param args as Jest takes them, such as a pattern of file names
 * @param signal ends the run early
 */
export async function runJest(args: string[], servers: TestServers, signal: AbortSignal): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'jest-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
    const child: ChildProcess = spawn(
      process.execPath,
      [
        ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest],
        // A failed test may leave a connection open, for which Jest would wait for ever.
        ...['--json', '--outputFile', reportFile, '--runInBand', '--forceExit', ...args],
      ],
      {
        cwd: checkout,
        // With --json Jest writes the report to its output as well, which nobody wants to read there.
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...surroundings(), [TEST_SERVERS_VARIABLE]: JSON.stringify(servers) },
      },
    );
    signal.addEventListener('abort', () => child.kill());
    const [code, ended] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const report = await readFile(reportFile, 'utf8').then(
      (text) => JSON.parse(text) as JestReport,
      () => undefined,
    );
    return tallyOf(report, code ?? (ended ? 1 : 0));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
