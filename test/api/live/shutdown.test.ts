import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { userOf } from '../../support/builders/account.ts';
import { buildOwner, cookieOf } from '../../support/builders/owner.ts';
import { openPage } from '../../support/clients/live.ts';
import { killApiProcesses, startApiProcess } from '../../support/servers/api-process.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();
afterEach(killApiProcesses);

describe('an API process that is told to stop', () => {
  test('says goodbye to pages, ends the requests in flight, takes no new ones, and exits with 0', async () => {
    const owner = await buildOwner(api);
    const { browser } = owner;
    const { child, port, ...where } = await startApiProcess(api);
    const page = await openPage(where, browser);
    const deaf = await openPage(where, browser);
    deaf.ws.pause();

    // A request whose second half has yet to come. It needs no password hash, which might take too long.
    const body = JSON.stringify({ name: 'Ada Afterwards' });
    const inFlight = request({
      host: '127.0.0.1',
      port,
      path: '/api/v1/auth/profile',
      method: 'PUT',
      headers: {
        ...cookieOf(where, owner),
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      },
    });
    const answered = once(inFlight, 'response');
    inFlight.write(body.slice(0, 10));
    await until('it is under way', () => inFlight.socket && inFlight.socket.bytesWritten > 0);
    // Once this is answered, what was sent before has been read.
    await fetch(`${where.url}/health`);

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
    expect((await userOf(api, owner.email)).name).toBe('Ada Afterwards');
    deaf.ws.resume();
    await deaf.closed;
  });
});
