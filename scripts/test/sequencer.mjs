/**
 * A sequencer of Jest, which jest.config.mjs names: the files that take long start first, so that none of them is
 * left for the end, when the others have nothing more to do. Jest would remember how long each took; a clean checkout
 * remembers nothing.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The longest first; all others follow, the larger ones first. */
const LONG = [
  'workflows/long-outages',
  'e2e/start',
  'e2e/demo',
  'api/enumeration',
  'e2e/restores',
  'e2e/mail-scanner',
  'workflows/ten-years',
  'workflows/outages',
  'api/every-route',
  'scripts/admin',
  'scripts/verify-activity',
  'workflows/interleavings',
  'worker/temporal-tls',
  'api/lockout',
  'workflows/without-cache',
  'workflows/people',
  'workflows/answers',
  'workflows/programs',
  'workflows/check-ins',
].map((name) => join(import.meta.dirname, '../../test', `${name}.test.ts`));

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
