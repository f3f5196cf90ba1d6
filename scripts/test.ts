/**
 * `npm test`: lint and types, and at the same time every test against real servers. Afterwards it searches the logs and
 * Temporal's histories of the run for anything secret. With arguments, which go to Jest, nothing else runs:
 * `npm test -- switch` runs the test files with "switch" in their path.
 *
 * The last line counts: `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentence } from '../dev/cli/failure.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate, whileSaying } from '../dev/cli/progress.ts';
import { ensureWebAppBuilt } from '../dev/instance/built-web-app.ts';
import { TEST_SERVERS_VARIABLE } from '../test/support/servers/addresses.ts';
import { startTestServers } from '../test/support/servers/start.ts';
import { runChecks } from './test/checks.ts';
import { runJest } from './test/jest.ts';
import { RUN_LOGS_VARIABLE } from './test/run-logs.ts';
import { searchForLeaks } from './test/secrecy.ts';
import { closingLine, sum, type Tally } from './test/tally.ts';

const say = narrate();
const signal = interruption();

const failed = (reason: unknown): Tally => ({ passed: 0, failed: 1, notes: [sentence(reason)] });

/** Starts the servers, runs every test, and searches what the run left behind. */
async function runTests(): Promise<Tally> {
  say('starting PostgreSQL, Redis, Temporal and a mail catcher');
  const [{ servers, stop }] = await Promise.all([startTestServers(say, signal), ensureWebAppBuilt(say)]);
  const logs = await mkdtemp(join(tmpdir(), 'jest-logs-'));
  try {
    say('the servers are up; running the tests');
    const variables = { [TEST_SERVERS_VARIABLE]: JSON.stringify(servers), [RUN_LOGS_VARIABLE]: logs };
    const tally = await whileSaying(say, 'running the tests', runJest([], variables, signal), 60_000);
    say('searching logs and histories for secrets');
    return sum([tally, await searchForLeaks(servers, logs)]);
  } finally {
    await stop();
    await rm(logs, { recursive: true, force: true });
  }
}

/** Checks that an interrupted run does not wait for: they end with this process. */
const checks = () =>
  new Promise<Tally>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(sum([])));
    runChecks(say).then(resolve, reject);
  });

const args = process.argv.slice(2);
const parts = args.length > 0 ? [runJest(args, {}, signal)] : [checks(), runTests()];
const total = sum(await Promise.all(parts.map((part) => part.catch(failed))));
for (const note of total.notes) {
  console.log(note);
}
console.log(closingLine(total));
process.exit(total.failed === 0 ? 0 : 1);
