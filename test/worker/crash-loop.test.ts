import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { databaseTime } from '../../db/database-clock.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { startHeartbeat } from '../../db/heartbeat.ts';
import { beatMs } from '../../db/liveness.ts';
import { trustedClock } from '../../db/trusted-clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const environment = await use(() =>
  startWorkerEnvironment({ beats: false, env: { GRACE_PERIOD_HOURS: '48' } }),
);

/** An API process starts to beat. */
const start = () =>
  startHeartbeat(
    environment.orm,
    trustedClock(databaseTime(environment.orm), MAX_CLOCK_SKEW_MS),
    'api',
    environment.dayMs,
    async () => {},
    () => {},
  );

test('an API that crashes right after each start keeps a grace period from ending until it stays up', async () => {
  const owner = await buildOwnerWithSuccessor(environment);
  // It starts after every second beat, is up for a moment, and crashes before its own second beat.
  let loop: 'crashing' | 'over' = 'crashing';
  const crashing = (async () => {
    while (loop === 'crashing') {
      await start().stop();
      await sleep(2 * beatMs(environment.dayMs));
    }
  })();
  for (let reminder = 0; reminder < 3; reminder += 1) {
    await take(environment, owner, { kind: 'reminder_accepted', at: Date.now() });
  }
  await take(environment, owner, {
    kind: 'final_notice_accepted',
    at: Date.now(),
    handoverId: randomUUIDv7(),
  });
  const state = async () => (await switchOf(environment, owner)).state;
  const noticeAt = (await state()).finalNoticeAt ?? Number.NaN;
  const graceMs = 2 * environment.dayMs;

  // 48 hours pass three times.
  const starts = () => environment.em().count(Liveness, { service: 'api' });
  const startedBefore = await starts();
  await until(
    'three grace periods and some starts',
    async () => Date.now() > noticeAt + 3 * graceMs && (await starts()) > startedBefore + 2,
  );
  expect((await state()).status).toBe('grace_period');
  loop = 'over';
  await crashing;

  const back = Date.now();
  const steady = start();
  await until('the grace period to end', async () => (await state()).status === 'awaiting_successors');
  await steady.stop();
  // All the time before is credited, but for three beats that may be too fresh to judge.
  expect((await state()).handover?.graceEndedAt).toBeGreaterThan(
    back + graceMs - 3 * beatMs(environment.dayMs),
  );
});
