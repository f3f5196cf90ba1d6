import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../dev/processes/ports.ts';
import { logIn, openAccount } from '../support/account.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { openPage } from '../support/live.ts';
import { servers } from '../support/servers.ts';
import { until } from '../support/until.ts';

const secret = () => randomBytes(64).toString('base64');
const secrets = { JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret() };

let api: TestApi;
beforeAll(async () => {
  api = await startApi(secrets);
});
afterAll(() => api.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** `node api/main.ts`, on the database of the test's own API. */
async function startProcess(): Promise<{ child: ChildProcess; url: string; origin: string; port: number }> {
  const port = await freePort();
  const { DB_HOST, DB_PORT, DB_NAME, DB_USER, DB_PASSWORD } = api.config;
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: {
      ...secrets,
      NODE_ENV: 'test',
      FRONTEND_URL: api.origin,
      API_PORT: String(port),
      // Everybody else who logs in from this machine counts in the same Redis.
      RATE_LIMIT_SCALE: '1000',
      REDIS_HOST: servers.redis.host,
      REDIS_PORT: String(servers.redis.port),
      DB_HOST,
      DB_PORT: String(DB_PORT),
      DB_NAME,
      DB_USER,
      DB_PASSWORD,
    },
    stdio: 'ignore',
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}/api/v1`;
  await until('the process answers', async () => {
    const reply = await fetch(`${url}/health`).catch(() => null);
    const { checks } = ((await reply?.json()) ?? {}) as { checks?: { realtime: { subscribed: boolean } } };
    return checks?.realtime.subscribed;
  });
  return { child, url, origin: api.origin, port };
}

describe('an API process that is told to stop', () => {
  test('says goodbye to pages, ends the requests in flight, takes no new ones, and exits with 0', async () => {
    const account = await openAccount(api);
    const browser = await logIn(api, account);
    const { child, port, ...where } = await startProcess();
    const page = await openPage(where, browser);
    const deaf = await openPage(where, browser);
    deaf.ws.pause();

    // A request whose second half has yet to come.
    const body = JSON.stringify({ email: account.email, password: account.password });
    const inFlight = request({
      host: '127.0.0.1',
      port,
      path: '/api/v1/auth/login',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
    });
    const answered = once(inFlight, 'response');
    inFlight.write(body.slice(0, 10));
    await until('it is under way', () => inFlight.socket && inFlight.socket.bytesWritten > 0);
    // Once this is answered, what was sent before has been read.
    expect((await fetch(`${where.url}/health`)).status).toBe(200);

    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await page.closed).toEqual({ code: 1001, reason: 'the service restarts' });
    await until('nobody listens', () =>
      fetch(`${where.url}/health`).then(
        () => false,
        () => true,
      ),
    );
    inFlight.end(body.slice(10));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(await exited).toEqual([0, null]);
    deaf.ws.resume();
    await deaf.closed;
  });

  test('hints and revocations travel between processes that share nothing but database and Redis', async () => {
    const account = await openAccount(api);
    const [here, there] = [await logIn(api, account), await logIn(api, account)];
    const { url, origin } = await startProcess();
    const page = await openPage({ url, origin }, there);
    await here.post('/activity/check-in');
    expect(await page.got('activity.recorded')).toMatchObject([{ type: 'check_in' }]);
    await here.post('/sessions/invalidate-others');
    expect(await page.closed).toMatchObject({ code: 4401 });
    const reply = await fetch(`${url}/auth/profile`, {
      headers: { Cookie: `accessToken=${there.cookies.get('accessToken')}` },
    });
    expect(reply.status).toBe(401);
  });
});
