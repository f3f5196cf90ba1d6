import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { type JestReport, type Tally, tallyOf } from './tally.ts';

const readReport = (file: string): Promise<JestReport | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as JestReport,
    () => undefined,
  );

/**
 * Runs Jest, whose output goes where ours goes.
 *
 * @param args for Jest, such as a pattern of file names
 * @param variables for its environment
 * @param signal ends the run early
 * @throws the signal's reason once that has ended the run, or at once if it had aborted before
 */
export async function runJest(
  args: string[],
  variables: Record<string, string>,
  signal: AbortSignal,
): Promise<Tally> {
  // Until Jest can be interrupted, nothing is awaited: it would miss an interruption.
  signal.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), 'jest-report-'));
  const reportFile = join(folder, 'report.json');
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const flags = ['--experimental-vm-modules', '--max-semi-space-size=64'];
  const child = spawn(process.execPath, [...flags, jest, '--json', '--outputFile', reportFile, ...args], {
    cwd: checkout,
    // The tests start programs too: the whole group can be interrupted.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...baseEnv(), ...variables },
  });
  const interrupt = () => process.kill(-child.pid!, 'SIGINT');
  signal.addEventListener('abort', interrupt);
  try {
    const [exitCode] = await once(child, 'exit');
    signal.throwIfAborted();
    return tallyOf(await readReport(reportFile), exitCode ?? 1, checkout);
  } finally {
    signal.removeEventListener('abort', interrupt);
    await rm(folder, { recursive: true, force: true });
  }
}
