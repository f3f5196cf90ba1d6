/** A process whose clock cannot be trusted writes nothing and says so; health checks say so, and metrics still work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FRESH_MS } from '../../../api/monitoring/health.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { type TrustedClock, trustedClock } from '../../../db/trusted-clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../../switch/plan.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';

const YEAR = 365 * 86_400_000;
let api: TestApi;
let clock: TrustedClock;
let owner: BuiltOwner;
/** How far this machine's clock, or all clocks, are ahead, and whether the database refuses or hangs. */
const environment = { wallAheadMs: 0, allAheadMs: 0, databaseAway: false, databaseHangs: false };

beforeAll(async () => {
  const reference = async () => {
    if (environment.databaseAway) throw new Error('the database is down');
    if (environment.databaseHangs) await new Promise(() => {});
    return { now: api.clock.now + environment.allAheadMs, newestBeat: api.clock.now };
  };
  const own = {
    wall: () => api.clock.now + environment.allAheadMs + environment.wallAheadMs,
    monotonic: () => performance.now(),
  };
  clock = trustedClock(reference, MAX_CLOCK_SKEW_MS, own, 200);
  api = await startApi({}, { clock: () => clock.current() });
  owner = await buildOwner(api);
  await buildSuccessor(api, owner);
});
afterAll(() => api.close());

const seenAt = async () => (await api.em().findOneOrFail(Switch, { userId: owner.id })).lastSeenAt;
const checkIn = () => owner.browser.post('/activity/check-in');

test.each([
  ['ten years ahead', { wallAheadMs: 10 * YEAR, databaseAway: false }],
  ['sixty days behind', { wallAheadMs: -60 * 86_400_000, databaseAway: false }],
  ['wrong, and the database not up yet', { wallAheadMs: 10 * YEAR, databaseAway: true }],
  ['wrong, and the database no longer answers', { wallAheadMs: 10 * YEAR, databaseHangs: true }],
  ['ten years ahead, together with the database’s', { allAheadMs: 10 * YEAR }],
  ['75 days behind, together with the database’s', { allAheadMs: -75 * 86_400_000 }],
])('a check-in by a clock that is %s is refused, and dates nothing', async (_, now) => {
  Object.assign(environment, now);
  const before = await seenAt();
  const reply = await expectProblem(checkIn(), '503 dependency_unavailable');
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await seenAt()).toEqual(before);
  expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
  // A report made after the clock went wrong.
  await sleep(FRESH_MS + 1);
  const health = await fetch(`${api.url}/health`);
  expect(await health.json()).toMatchObject({
    status: 'down',
    checks: { clock: { status: environment.databaseAway || environment.databaseHangs ? 'unknown' : 'down' } },
  });
  expect(health.status).toBe(503);
  // The first request after the clock is right again is served.
  Object.assign(environment, { wallAheadMs: 0, allAheadMs: 0, databaseAway: false, databaseHangs: false });
  expect((await checkIn()).status).toBe(200);
});

test('a clock that jumps while the process runs is never believed, not even for a moment', async () => {
  expect((await checkIn()).status).toBe(200);
  const before = await seenAt();
  environment.wallAheadMs = 10 * YEAR;
  expect((await checkIn()).status).toBe(503);
  expect(await seenAt()).toEqual(before);
  environment.wallAheadMs = 0;
});
