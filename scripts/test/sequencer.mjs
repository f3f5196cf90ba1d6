/**
 * A sequencer of Jest, which jest.config.mjs names: the files that take long start first, so that none of them is
 * left for the end, when the others have nothing more to do. Jest would remember how long each took; a clean checkout
 * remembers nothing.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The longest first; all others follow, the larger ones first. */
const LONG = [
  'workflows/long-outages.test',
  'e2e/start.test',
  'e2e/demo.test',
  'together/operation.group',
  'together/sessions.group',
  'together/accounts.group',
  'together/successors.group',
  'together/lives.group',
  'together/people.group',
  'e2e/restores.test',
  'api/enumeration.test',
  'together/handovers.group',
  'together/workflows.group',
  'e2e/mail-scanner.test',
  'together/activities.group',
  'workflows/ten-years.test',
  'workflows/outages.test',
  'api/every-route.test',
  'scripts/admin.test',
  'scripts/verify-activity.test',
  'workflows/interleavings.test',
  'together/documents.group',
  'together/live.group',
  'worker/temporal-tls.test',
  'api/lockout.test',
  'together/payments.group',
  'together/worker.group',
  'workflows/without-cache.test',
  'together/scripts.group',
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
