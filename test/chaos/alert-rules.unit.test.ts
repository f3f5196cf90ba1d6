import { expect, test } from '@jest/globals';
import { isRaised } from '../../chaos/alert-rules.ts';

test.each([
  ['vault_statistics_age_seconds 5', false],
  ['vault_statistics_age_seconds 121', true],
  // As after a restart of every API process, while the database is too busy for the first reading.
  ['# TYPE vault_statistics_age_seconds gauge', true],
])('statistics that are old, or were never read, are reported: %s is %s', (scrape, isReported) => {
  expect(isRaised(scrape, 'VaultStatisticsOld')).toBe(isReported);
});
