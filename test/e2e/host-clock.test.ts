/** A whole service on a host whose clock jumps, for PostgreSQL, API and worker at once. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFaketime, type HostClock, openHostClock } from '../../chaos/host-clock.ts';
import { silent } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { type Instance, startInstance } from '../../dev/instance.ts';
import { runProgram } from '../../dev/programs/run-program.ts';
import { query } from '../../dev/servers/postgres.ts';
import { credentials } from '../support/builders/account.ts';
import { client, type TestClient } from '../support/clients/client.ts';
import { until } from '../support/until.ts';

const DAY_S = 86_400;
/** Without the library nothing can be tested here, and the names say so. */
const [onHostClock, why] = (await findFaketime())
  ? [test, '']
  : [test.skip, ' [not tested: there is no libfaketime]'];

let clock: HostClock;
let instance: Instance;
beforeAll(async () => {
  if (!(await findFaketime())) return;
  clock = await openHostClock();
  instance = await startInstance({
    clock: clock.env,
    variables: { DAY_LENGTH_MS: '2000', RATE_LIMIT_SCALE: '1000' },
    say: silent,
  });
});
afterAll(async () => {
  await instance?.stop();
  await clock?.remove();
});

const database = async (sql: string) => {
  const { DB_HOST: host, DB_PORT: port, DB_USER: user, DB_PASSWORD: password, DB_NAME } = instance.config;
  const { rows } = await query({ host, port, user, password, database: DB_NAME }, sql);
  return rows;
};
const beats = async () => (await database('select service, beat_at as at from liveness')) as { at: Date }[];
const newest = async () => Math.max(...(await beats()).map(({ at }) => at.getTime()));
/** The answer to a log-in without a password: 400 where the time is known, because nothing is checked before that. */
const answer = async () => (await fetch(`${instance.api}/api/v1/auth/login`, { method: 'POST' })).status;
const goesOn = () =>
  until(
    'the service to go on',
    async () => (await answer()) !== 503 && (await newest()) > Date.now() - 2_000,
  );

/** A browser that is logged in. */
async function loggedIn(): Promise<TestClient> {
  const service = { url: `${instance.api}/api/v1`, origin: instance.webApp };
  const { email, name, password, salt } = credentials();
  const browser = client(service);
  expect((await browser.post('/auth/register', { email, name, password, salt })).status).toBe(201);
  await database(`update "user" set email_verified_at = now() where email = '${email}'`);
  expect((await browser.post('/auth/login', { email, password })).status).toBe(200);
  return browser;
}

onHostClock.each([
  ['ten years ahead', 3_650],
  ['75 days back', -75],
])(
  `while all clocks are %s, nothing is dated; once they are right again, everything goes on, sessions too${why}`,
  async (_, days) => {
    await goesOn();
    const browser = await loggedIn();
    await clock.set(days * DAY_S);
    await until('503', async () => (await answer()) === 503);
    let from = Date.now();
    let before = await newest();
    // A beat under way may still arrive. In five seconds ten more would be due.
    await until('five seconds without a beat', async () => {
      const latest = await newest();
      if (latest !== before) [from, before] = [Date.now(), latest];
      return Date.now() > from + 5_000;
    });
    expect(await answer()).toBe(503);
    expect((await browser.get('/auth/profile')).status).toBe(503);
    expect(await newest()).toBe(before);
    expect((await fetch(`${instance.api}/health`)).status).toBe(503);
    await clock.set(0);
    await goesOn();
    expect((await browser.get('/auth/profile')).status).toBe(200);
    expect(await newest()).toBeLessThanOrEqual(Date.now());
  },
);

onHostClock(
  `heartbeats from the future stop everything until an operator accepts the time${why}`,
  async () => {
    await goesOn();
    await database(
      `insert into liveness (id, service, started_at, beat_at)
     values (gen_random_uuid(), 'api', now() + interval '10 years', now() + interval '10 years')`,
    );
    await until('503', async () => (await answer()) === 503);
    await runProgram(process.execPath, ['scripts/admin.ts', 'clock', '--accept', '--yes'], {
      cwd: checkout,
      env: instance.env,
    });
    await goesOn();
    expect(await newest()).toBeLessThanOrEqual(Date.now());
  },
);
