/** Who may open a websocket, and how many. */
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { accessTokens } from '../../../api/auth/sessions.ts';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { routes } from '../../../api/routes/index.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { logIn, logInProgram, openAccount } from '../../support/builders/account.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { type LivePage, openPage, refusedPage } from '../../support/clients/live.ts';
import { expectProblem, problemOf } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { leaveUnanswered } from '../../support/servers/unanswered.ts';
import { useLivePair } from '../../support/servers/use-live-pair.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

const { api, startBeside, record } = await useLivePair();

const switchRow = (owner: Pick<BuiltOwner, 'id'>) => api.em().findOneOrFail(Switch, { userId: owner.id });

describe('opening', () => {
  test('a browser gets the state of its switch first, and that isn’t a sign of life', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const before = await switchRow(owner);
    api.clock.now += 1_000;
    const page = await openPage(api, owner.browser);
    expect(page.events).toEqual([
      {
        event: 'realtime.connected',
        at: new Date(api.clock.now).toISOString(),
        payload: {
          status: 'armed',
          epoch: 1,
          deadline: new Date(before.lastSeenAt.getTime() + 90 * DAY).toISOString(),
          lastSeenAt: before.lastSeenAt.toISOString(),
          holds: [],
          pausedUntil: null,
        },
      },
    ]);
    const described = openApiDocument(routes, '1.0.0').paths?.['/ws']?.get?.description ?? '';
    const row = described.split('\n').find((line) => line.startsWith('| `realtime.connected`')) ?? '';
    expect(Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual(
      Object.keys(page.events[0]?.payload ?? {}),
    );
    await page.close();
    expect(await switchRow(owner)).toEqual(before);
  });

  test('works below the API’s own path too', async () => {
    const owner = await buildOwner(api);
    const page = await openPage(api, owner.browser, { path: '/api/v1/ws' });
    expect(page.payloads('realtime.connected')).toMatchObject([{ status: 'off', deadline: null }]);
    await page.close();
  });

  test.each([
    ['a foreign page', { Origin: 'http://evil.test' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page with an empty origin', { Origin: '' }],
    ['a browser that leaves out its origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('%s is refused with 403, whatever cookies it carries', async (_, headers) => {
    const owner = await buildOwner(api);
    const reply = await refusedPage({ url: api.url }, { cookies: owner.browser.cookies, headers });
    await expectProblem(reply, '403 origin_not_allowed');
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.body.requestId).toBe(reply.headers['x-request-id']);
  });

  test('a program with a cookie jar opens it without an Origin', async () => {
    const owner = await buildOwner(api);
    const page = await openPage({ url: api.url }, owner.browser);
    expect(page.payloads('realtime.connected')).toMatchObject([{ status: 'off' }]);
    await page.close();
  });

  test.each(['app', 'bearer'] as const)(
    'works for session %s with its Authorization header, without an Origin, and isn’t a sign of life',
    async (session) => {
      const account = await openAccount(api);
      const { accessToken } = await logInProgram(api, account, session);
      const before = await switchRow(account);
      api.clock.now += 1_000;
      const headers = { Authorization: `Bearer ${accessToken}` };
      const page = await openPage({ url: api.url }, { cookies: new Map() }, { headers });
      expect(page.payloads('realtime.connected')).toMatchObject([{ status: 'off' }]);
      expect(await switchRow(account)).toEqual(before);
      expect((await client(api, { bearer: accessToken }).post('/auth/logout')).status).toBe(200);
      expect(await page.closed).toMatchObject({ code: 4401 });
    },
  );

  test('a header wins over a cookie, even another account’s', async () => {
    const [account, owner] = [await openAccount(api), await buildOwner(api)];
    const { accessToken } = await logInProgram(api, account);
    const headers = { Authorization: `Bearer ${accessToken}` };
    const page = await openPage(api, owner.browser, { headers });
    await record(account.id, { mine: 1 });
    api.deps.live.announce(account.id);
    expect(await page.got('activity.recorded')).toMatchObject([{ detail: { mine: 1 } }]);
    await page.close();
    const stale = { headers: { Authorization: 'Bearer x.y.z' }, cookies: owner.browser.cookies };
    await expectProblem(refusedPage(api, stale), '401 unauthenticated');
  });

  test('without a live browser session it is refused with 401', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const owner = await buildOwner(api);
    const [session] = await api.em().find(Session, { userId: owner.id, kind: 'browser' });
    const tokens = accessTokens(api.config);
    const expired = await tokens.issue(owner.id, session?.id ?? '', new Date(api.clock.now - 2 * 3_600_000));
    const revoked = await logIn(api, account);
    const cookies = new Map(revoked.cookies);
    await revoked.post('/auth/logout');
    const unproven = {
      'no cookie': {},
      'a token that is none': { cookies: new Map([['accessToken', 'x.y.z']]) },
      'an expired token': { cookies: new Map([['accessToken', expired]]) },
      'a token in the query': { path: `/ws?token=${program.accessToken}` },
    };
    const openings = {
      ...unproven,
      'a program’s token in the cookie': { cookies: new Map([['accessToken', program.accessToken]]) },
      'a revoked session': { cookies },
    };
    const refused = async (what: string, opening: object, origin: string | undefined) => {
      const problem = await problemOf(refusedPage({ url: api.url, origin }, opening));
      expect([what, origin, problem]).toEqual([what, origin, '401 unauthenticated']);
    };
    for (const [what, opening] of Object.entries(openings)) {
      for (const origin of [api.origin, undefined]) await refused(what, opening, origin);
    }
    for (const [what, opening] of Object.entries(unproven)) {
      for (const origin of ['', 'null', 'http://evil.test']) await refused(what, opening, origin);
    }
  });

  test('with tokens of sessions that have ended is refused, and leaves the account its websockets', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '0.01' });
    const owner = await buildOwner(limited);
    const now = new Date(limited.clock.now);
    // Here, a session may open three, and its account six.
    for (let session = 0; session < 2; session += 1) {
      const token = await accessTokens(limited.config).issue(owner.id, randomUUID(), now);
      const opening = { headers: { Authorization: `Bearer ${token}` } };
      for (let n = 0; n < 3; n += 1)
        await expectProblem(refusedPage(limited, opening), '401 unauthenticated');
      await expectProblem(refusedPage(limited, opening), '429 rate_limited');
    }
    const page = await openPage(limited, owner.browser);
    await page.close();
  });

  test('any other upgrade is ignored, and the request is answered normally', async () => {
    const { port } = new URL(api.url);
    for (const [path, upgrade, status] of [
      ['/health', 'h2c', 200],
      ['/health', 'websocket', 200],
      ['/ws', 'h2c', 404],
      ['/wsx', 'websocket', 404],
    ] as const) {
      const headers = { Connection: 'Upgrade', Upgrade: upgrade, Accept: 'application/json' };
      const answered = await new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
      expect([path, upgrade, answered]).toEqual([path, upgrade, status]);
    }
  });

  test('is limited per owner and per process, and a closed websocket makes room', async () => {
    const small = await startBeside({ perUser: 2, perProcess: 3 });
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const raced = await Promise.allSettled(Array.from({ length: 6 }, () => openPage(small, owner.browser)));
    const pages = raced.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(pages).toHaveLength(2);
    await expect(openPage(small, owner.browser)).rejects.toThrow('4429 too many pages are open');
    await openPage(small, other.browser);
    await expectProblem(refusedPage(small, { cookies: other.browser.cookies }), '503 dependency_unavailable');
    await pages[0]?.close();
    await until('room', () => small.deps.live.status().connections === 2);
    await openPage(small, owner.browser);
    expect((await client(small).get('/health')).body.checks.realtime).toMatchObject({
      status: 'up',
      subscribed: true,
      connections: 3,
    });
  });

  test('is limited per network, whatever the accounts', async () => {
    const small = await startBeside({ perNetwork: 2 });
    const owners = [await buildOwner(api), await buildOwner(api), await buildOwner(api)] as const;
    const [first] = [await openPage(small, owners[0].browser), await openPage(small, owners[1].browser)];
    await expect(openPage(small, owners[2].browser)).rejects.toThrow('4429');
    await first.close();
    await until('room', () => small.deps.live.status().connections === 1);
    await openPage(small, owners[2].browser);
  });

  test('makes clients that come at once wait in line, and lets all of them in', async () => {
    const narrow = await startBeside({ opening: 1 });
    const owner = await buildOwner(api);
    const pages = await Promise.all(Array.from({ length: 6 }, () => openPage(narrow, owner.browser)));
    // Someone who is refused makes room too.
    const program = await logInProgram(api, await openAccount(api));
    const cookies = new Map([['accessToken', program.accessToken]]);
    expect((await refusedPage(narrow, { cookies })).status).toBe(401);
    pages.push(await openPage(narrow, owner.browser));
    await owner.program.post('/activity/check-in');
    for (const page of pages) expect(await page.got('activity.recorded')).toHaveLength(1);
  });

  test('lets as many wait in line as may be open; one more, and the later half of the largest user’s openings is refused', async () => {
    const narrow = await startBeside({ opening: 1, perProcess: 3, readingMs: 6_000 });
    const owner = await buildOwner(api);
    using unanswered = await leaveUnanswered(narrow, ['live-socket-state']);
    const opening = () => refusedPage(narrow, { cookies: owner.browser.cookies });
    void openPage(narrow, owner.browser).catch(() => {});
    await until('the first hangs', () => unanswered.left.size === 0);
    const four = await Promise.allSettled(Array.from({ length: 4 }, opening));
    // The fourth is one too many, so the later half of this owner's openings is refused. The others get in.
    const refused = four.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(refused).toHaveLength(2);
    for (const each of refused) {
      await expectProblem(each, '429 rate_limited');
      expect(each.body.detail).toContain('Too many pages are opening');
    }
    const others = four.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(others).toEqual(['Error: it was let in', 'Error: it was let in']);
  });

  test.each(['caller', 'live-socket-state'])(
    'gives a place in the line back although %s is asked on a dead connection',
    async (name) => {
      const narrow = await startBeside({ opening: 1, readingMs: 5_000 });
      const owner = await buildOwner(api);
      using unanswered = await leaveUnanswered(narrow, [name]);
      await openPage(narrow, owner.browser).catch(() => {});
      expect(unanswered.left.size).toBe(0);
      await (await openPage(narrow, owner.browser)).close();
    },
  );

  test('refuses strangers at once while the line stands still, and does not let in those who left it', async () => {
    const narrow = await startBeside({ opening: 1, openingMs: 60_000, readingMs: 60_000 });
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const { hostname, port } = new URL(narrow.url);
    const leaving = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const answer = text(leaving);
    let opening: Promise<LivePage> | undefined;
    await api.em().transactional(async (em) => {
      await em.execute('lock table session in access exclusive mode');
      opening = openPage(narrow, owner.browser);
      await until('it waits', async () => {
        // Not in the transaction, which would see the same answer each time.
        const waiting = await api.em().execute<unknown[]>(
          `select 1 from pg_stat_activity where datname = current_database()
            and cardinality(pg_blocking_pids(pid)) > 0 and query like '%with caller as%'`,
        );
        return waiting.length === 1;
      });
      const request = [
        'GET /ws HTTP/1.1',
        `Host: ${hostname}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Origin: ${narrow.origin}`,
        `Cookie: accessToken=${other.browser.cookies.get('accessToken')}`,
      ];
      leaving.end(`${request.join('\r\n')}\r\n\r\n`);
      expect((await refusedPage(narrow, {})).status).toBe(401);
    });
    await (await opening)?.close();
    expect(await answer).toBe('');
  });
});
