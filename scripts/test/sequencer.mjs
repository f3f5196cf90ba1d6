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
  'together/workflows.group',
  'together/activities.group',
  'e2e/demo.test',
  'workflows/outages.test',
  'together/worker.group',
  'together/lives.group',
  'e2e/restores.test',
  'api/enumeration.test',
  'api/every-route.test',
  'together/sessions.group',
  'e2e/mail-scanner.test',
  'together/people.group',
  'together/handovers.group',
  'workflows/ten-years.test',
  'together/accounts.group',
  'scripts/verify-activity.test',
  'workflows/interleavings.test',
  'scripts/admin.test',
  'together/scripts.group',
  'worker/temporal-tls.test',
  'together/vault.group',
  'together/successors.group',
  'workflows/without-cache.test',
  'together/live.group',
  'together/database.group',
  'together/payments.group',
  'together/operation.group',
  'together/deploy.group',
  'e2e/temporal-down.test',
  'api/lockout.test',
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
