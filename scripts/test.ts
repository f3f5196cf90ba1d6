/**
 * `npm test`: every test against real servers of its own, and beside them lint and type check; then
 * a search of all that Temporal and the logs have of the tests for what is nobody's business. Arguments go to Jest:
 * `npm test -- switch` runs the test files with that in their name.
 *
 * The last line counts: `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, sentence } from '../dev/cli/failure.ts';
import { narrate, whileSaying } from '../dev/cli/progress.ts';
import { startTestServers } from '../test/support/servers/start.ts';
import { runChecks } from './test/checks.ts';
import { runJest } from './test/jest.ts';
import { searchForLeaks } from './test/secrecy.ts';
import { closingLine, sum, type Tally } from './test/tally.ts';

const say = narrate();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupt.abort(new Failure(`interrupted by ${signal}`)));
}

/** Runs the tests; servers that cannot be had fail them all at once. */
async function runTests(starting: ReturnType<typeof startTestServers>): Promise<Tally> {
  try {
    const { servers } = await starting;
    say('the servers are up; running the tests');
    const logs = await mkdtemp(join(tmpdir(), 'jest-logs-'));
    try {
      const args = process.argv.slice(2);
      const run = runJest(args, servers, logs, interrupt.signal);
      const tally = await whileSaying(say, 'running the tests', run, 60_000);
      // A few files alone may have sent no mail at all.
      return args.length > 0 ? tally : sum([tally, await searchForLeaks(servers, logs)]);
    } finally {
      await rm(logs, { recursive: true, force: true });
    }
  } catch (error) {
    return { passed: 0, failed: 1, notes: [sentence(error)] };
  }
}

say('starting PostgreSQL, Redis, Temporal and a mail catcher; beside all lint and type check');
const starting = startTestServers(say, interrupt.signal);
// Whoever awaits it later hears of a failure; until then it is not unhandled.
starting.catch(() => {});
const interrupted = new Promise<Tally[]>((resolve) => {
  interrupt.signal.addEventListener('abort', () =>
    resolve([{ passed: 0, failed: 1, notes: [sentence(interrupt.signal.reason)] }]),
  );
});
const checks = runChecks(say);
const work = runTests(starting).then(async (tests) => {
  const checked = await whileSaying(say, 'checking', checks);
  return [...checked, tests];
});
const total = sum(await Promise.race([work, interrupted]));
await starting.then(
  ({ stop }) => stop(),
  () => {},
);
for (const note of total.notes) {
  console.log(note);
}
console.log(closingLine(total));
process.exit(total.failed === 0 ? 0 : 1);
