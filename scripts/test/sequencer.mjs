/**
 * A sequencer of Jest, which jest.config.mjs names: the files that take long start first, so that none of them is
 * left for the end, when the others have nothing more to do. Jest would remember how long each took; a clean checkout
 * remembers nothing.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The longest first, and those that mostly wait (`e2e`) between others that keep a core busy; all others follow, the
 * larger ones first.
 */
const LONG = [
  'workflows/long-outages.test',
  'e2e/start.test',
  'api/enumeration.test',
  'e2e/demo.test',
  'workflows/outages.test',
  'scripts/admin.test',
  'api/every-route.test',
  'api/python-client.test',
  'workflows/ten-years.test',
  'e2e/restores.test',
  'workflows/interleavings.test',
  'scripts/verify-activity.test',
  'workflows/check-ins.test',
  'workflows/answers.test',
  'e2e/mail-scanner.test',
  'workflows/people.test',
  'workflows/programs.test',
  'worker/temporal-tls.test',
  'workflows/no-successor.test',
  'workflows/without-cache.test',
  'api/two-factor.test',
  'api/lockout.test',
  'db/release-race.test',
  'activities/mail-kinds.test',
  'workflows/deleted-account.test',
  'workflows/pause.test',
  'deploy/worker-health.test',
  'api/auth-session.test',
  'dev/managed-process.test',
  'api/vault-entries.test',
  'worker/status.test',
  'api/import-export.test',
  'activities/mail.test',
  'api/successor-access.test',
  'worker/outbox.test',
  'e2e/temporal-down.test',
  'worker/account-queue.test',
].map((name) => join(import.meta.dirname, '../../test', `${name}.ts`));

/** Throws where a file is gone, so that the list is kept true. */
for (const path of LONG) statSync(path);

const rank = ({ path }) => {
  const place = LONG.indexOf(path);
  return place === -1 ? LONG.length : place;
};
const size = ({ path }) => statSync(path).size;

export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
  }

  /** Of `--shard`. */
  shard(tests, { shardIndex, shardCount }) {
    return [...tests]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .filter((_test, i) => i % shardCount === shardIndex - 1);
  }

  /** Of `--onlyFailures`: what failed before is not remembered. */
  allFailedTests(tests) {
    return this.sort(tests);
  }

  cacheResults() {}
}
