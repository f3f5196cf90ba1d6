import { expect, test } from '@jest/globals';
import { isRaised } from '../../chaos/alert-rules.ts';
import { type DrillOptions, newSecrets, planDrills } from '../../chaos/drills.ts';

test('each drill has an alert that one reading of the metrics can judge, and that a quiet service doesn’t raise', () => {
  // These aren't used before a drill begins.
  const instance = { env: {}, servers: {} };
  const options = { instance, processes: {}, front: { variables: {} }, clock: null, secrets: newSecrets() };
  const drills = planDrills(options as unknown as DrillOptions);
  expect(new Set(drills.map(({ name }) => name)).size).toBe(drills.length);
  const quiet = ['database', 'clock', 'cache', 'files', 'queues', 'mail']
    .map((check) => `vault_check_up{check="${check}"} 1`)
    .concat('vault_mail_certificate_seconds 9999999', 'vault_broken_logs{at="first"} 0')
    .concat('vault_workers_reporting 1', 'vault_task_queue_pollers 1')
    .join('\n');
  expect(drills.filter(({ alert }) => isRaised(quiet, alert))).toEqual([]);
  expect(() => isRaised(quiet, 'VaultApiErrors')).toThrow('no rule that one scrape can judge');
});
