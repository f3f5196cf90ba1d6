import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { createActivities } from '../../../activities/index.ts';
import { recordActivity } from '../../../db/activity-log.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { logIn, openAccount, openLoggedIn } from '../../support/builders/account.ts';
import { bringTo, invite } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { stepInput } from '../../support/builders/step-input.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { dial, openPage } from '../../support/clients/live.ts';
import { activityDeps } from '../../support/servers/activity-deps.ts';
import { leaveUnanswered } from '../../support/servers/unanswered.ts';
import { useLivePair } from '../../support/servers/use-live-pair.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

const { api, beside, startBeside, record } = await useLivePair();

const switchRow = (owner: Pick<BuiltOwner, 'id'>) => api.em().findOneOrFail(Switch, { userId: owner.id });

describe('news', () => {
  test('arrives although database connections died while the news of all pages and of one owner was read', async () => {
    const own = await startBeside({ heartbeatMs: 3_000, readingMs: 5_000 });
    const owner = await buildOwner(api);
    const page = await openPage(own, owner.browser);
    using unanswered = await leaveUnanswered(own, ['live-outdated', 'live-news']);
    await record(owner.id);
    await page.got('activity.recorded');
    expect(unanswered.left.size).toBe(0);
  });

  test('of what another process committed arrives on every page of the owner, and on nobody else’s', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const pages = [await openPage(api, owner.browser), await openPage(beside, owner.browser)];
    const stranger = await openPage(beside, other.browser);
    api.clock.now += 1_000;
    await owner.program.post('/activity/check-in');
    for (const page of pages) {
      const [payload] = await page.got('activity.recorded');
      expect(payload).toEqual({
        id: expect.stringMatching(/^\d+$/),
        type: 'check_in',
        at: new Date(api.clock.now).toISOString(),
        detail: {},
      });
      expect(page.events.at(-1)?.at).toBe(new Date(api.clock.now).toISOString());
    }
    const { id } = pages[0]?.payloads('activity.recorded')[0] ?? {};
    expect((await owner.program.get('/activity')).body.activity[0].id).toBe(id);
    // Their own news proves that any other would have arrived by now.
    await other.program.post('/activity/check-in');
    expect(await stranger.got('activity.recorded')).toHaveLength(1);
    for (const page of [...pages, stranger]) await page.close();
  });

  test('reports a reminder once the mail server took it, with the deadline that then applies', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const pages = [await openPage(api, owner.browser), await openPage(beside, owner.browser)];
    const { lastSeenAt } = await switchRow(owner);
    api.clock.now = lastSeenAt.getTime() + 67.5 * DAY + 1_000;
    const deps = activityDeps(api);
    const activities = createActivities(deps);
    await activities.remind(stepInput(api, owner));
    deps.mailer.close();
    // The reminder went out a second late, so the deadline moves too, to keep its distance.
    const deadline = new Date(lastSeenAt.getTime() + 90 * DAY + 1_000).toISOString();
    for (const page of pages) {
      const at = new Date(api.clock.now).toISOString();
      await page.got('activity.recorded', 2);
      expect(page.events.slice(1).map(({ event }) => event)).toEqual([
        'inactivity.reminder',
        'activity.recorded',
        'handover.status_changed',
        'activity.recorded',
      ]);
      expect(page.events[1]).toEqual({
        event: 'inactivity.reminder',
        payload: { n: 1, of: 3, deadline, daysLeft: 23 },
        at,
      });
      expect(page.events[3]).toEqual({
        event: 'handover.status_changed',
        payload: { from: 'armed', to: 'reminding', epoch: 1, deadline },
        at,
      });
      await page.close();
    }
  });

  test('reports a reminder that the owner’s mailbox refused for good, but not the final notice', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const page = await openPage(beside, owner.browser);
    const deadline = new Date(api.clock.now + 3 * DAY).toISOString();
    await record(owner.id, { kind: 'reminder', n: 2, of: 3, deadline }, 'warning_undeliverable');
    await record(owner.id, { kind: 'final_notice', n: 0 }, 'warning_undeliverable');
    // It was pushed when it was sent, and came back.
    await record(owner.id, { kind: 'reminder', n: 1 }, 'warning_undeliverable');
    beside.deps.live.announce(owner.id);
    await page.got('activity.recorded', 3);
    expect(page.payloads('inactivity.reminder')).toEqual([{ n: 2, of: 3, deadline, daysLeft: 3 }]);
    await page.close();
  });

  test('reports each change of the switch, and what a successor answered', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { state } = await bringTo(api, owner, 'grace_period');
    const page = await openPage(beside, owner.browser);
    expect(page.payloads('realtime.connected')).toMatchObject([{ status: 'grace_period' }]);
    const handoverId = state.handover?.id;
    const [[successorId = '', token = ''] = []] = [...(await invite(api, owner))];
    const reply = await client(api).post('/handover/respond', { token, response: 'accept' });
    expect(reply.body.status).toBe('released');
    await page.got('handover.status_changed', 2);
    expect(page.payloads('handover.status_changed')).toEqual([
      { from: 'grace_period', to: 'awaiting_successors', epoch: 1, handoverId, deadline: null },
      { from: 'awaiting_successors', to: 'released', epoch: 1, handoverId, deadline: null },
    ]);
    expect(await page.got('handover.successor_responded')).toEqual([{ successorId, response: 'accept' }]);
    const cancelled = await owner.program.post('/activity/check-in');
    expect(cancelled.status).toBe(200);
    const [, , last] = await page.got('handover.status_changed', 3);
    expect(last).toEqual({
      from: 'released',
      to: 'armed',
      epoch: 2,
      handoverId,
      deadline: cancelled.body.deadline,
    });
    await page.close();
  });

  test('reaches a page that opens while others are told, without a gap', async () => {
    const going = { api: [], mail: [] };
    let held: (() => void)[] | null = null;
    // The outages are read last of a switch's state, so holding them up holds up the state.
    const slow = await startBeside(
      {},
      { outages: () => new Promise((go) => (held ? held.push(() => go(going)) : go(going))) },
    );
    const owner = await buildOwner(api);
    const page = await openPage(slow, owner.browser);
    const holding: (() => void)[] = [];
    held = holding;
    const opening = openPage(slow, owner.browser);
    await until('its state is being read', () => holding.length === 1);
    await record(owner.id);
    slow.deps.live.announce(owner.id);
    await page.got('activity.recorded');
    await record(owner.id, {}, 'switch_changed');
    slow.deps.live.announce(owner.id);
    await until('the state is being read for the others', () => holding.length === 2);
    held = null;
    holding[0]?.();
    const late = await opening;
    holding[1]?.();
    const payloads = await page.got('activity.recorded', 2);
    await late.got('activity.recorded', 2);
    expect(late.payloads('activity.recorded')).toEqual(payloads);
  });

  test('of a hundred quick records arrives in order, each once, on every page of every process', async () => {
    const owner = await buildOwner(api);
    const pages = [
      await openPage(api, owner.browser),
      await openPage(api, owner.browser),
      await openPage(beside, owner.browser),
    ];
    const programs = [owner.program, client(beside, { cookies: Object.fromEntries(owner.browser.cookies) })];
    let joined: Promise<unknown> = Promise.resolve();
    const statuses: number[] = [];
    let sent = 0;
    // A few at a time: of a hundred at once, the last would be turned away if the machine is busy.
    const checkIn = async (program: TestClient) => {
      while (sent < 100) {
        sent += 1;
        // A page that opens in the middle neither misses anything nor gets it twice.
        if (sent === 50) joined = openPage(beside, owner.browser).then((page) => pages.push(page));
        statuses.push((await program.post('/activity/check-in')).status);
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => programs.map(checkIn)).flat());
    expect(statuses).toEqual(Array(100).fill(200));
    await joined;
    const log = (await owner.program.get('/activity?limit=200&type=check_in')).body.activity;
    const ids: string[] = log.map(({ id }: { id: string }) => id).reverse();
    expect(ids).toHaveLength(100);
    const [, , , late] = pages;
    for (const page of pages) {
      const last = () => page.payloads('activity.recorded').at(-1)?.id === ids.at(-1);
      if (page !== late || page.payloads('activity.recorded').length > 0) await until('the last', last);
      const seen = page.payloads('activity.recorded').map(({ id }) => id);
      expect(seen).toEqual(page === late ? ids.slice(ids.length - seen.length) : ids);
      await page.close();
    }
  });

  test('arrives without any hint at the next heartbeat', async () => {
    const owner = await buildOwner(api);
    const quick = await startBeside({ heartbeatMs: 1_000 });
    const page = await openPage(quick, owner.browser);
    await record(owner.id, { n: 1 });
    expect(await page.got('activity.recorded')).toMatchObject([{ detail: { n: 1 } }]);
  });

  test('arrives complete, even if it takes several readings', async () => {
    const owner = await buildOwner(api);
    const page = await openPage(api, owner.browser);
    await api.em().transactional(async (em) => {
      for (let n = 0; n < 450; n += 1) {
        const at = new Date(api.clock.now);
        await recordActivity(em, api.deps.signRecord, {
          userId: owner.id,
          type: 'profile_changed',
          at,
          detail: { n },
        });
      }
    });
    beside.deps.live.announce(owner.id);
    const payloads = await page.got('activity.recorded', 450);
    expect(payloads.map(({ detail }) => detail.n)).toEqual(Array.from({ length: 450 }, (_, n) => n));
    await page.close();
  });
});

describe('the end of a session', () => {
  const sessionOf = async (browser: {
    get(path: string): Promise<{ body: { sessions: { id: string; isCurrent: boolean }[] } }>;
  }) => {
    const { sessions } = (await browser.get('/sessions')).body;
    return sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
  };

  test('revoked through another process: told, and closed with 4401; the other session’s page stays', async () => {
    const account = await openAccount(api);
    const [here, there] = [await logIn(api, account), await logIn(api, account)];
    const id = await sessionOf(there);
    const pages = [await openPage(beside, there), await openPage(api, there)];
    const kept = await openPage(beside, here);
    await here.delete(`/sessions/${id}`);
    for (const page of pages) {
      expect(await page.closed).toEqual({ code: 4401, reason: 'the session has ended' });
      expect(page.events.at(-1)).toEqual({
        event: 'session.revoked',
        payload: { sessionId: id },
        at: new Date(api.clock.now).toISOString(),
      });
      // Nothing that happened later, not even its own end.
      expect(page.payloads('activity.recorded')).toEqual([]);
    }
    expect(await kept.got('activity.recorded')).toMatchObject([
      { type: 'session_revoked', detail: { sessionId: id } },
    ]);
    await kept.close();
  });

  test.each<
    [
      string,
      (account: Awaited<ReturnType<typeof openAccount>>, own: BuiltOwner['browser']) => Promise<number>,
    ]
  >([
    ['logging out', async (_, own) => (await own.post('/auth/logout')).status],
    [
      'invalidating others',
      async (account) => (await (await logIn(api, account)).post('/sessions/invalidate-others')).status,
    ],
    [
      'a refresh token that was used before',
      async (_, own) => {
        const stolen = own.cookies.get('refreshToken');
        await own.post('/auth/refresh');
        // A repeat within seconds comes from the same client: a second tab, or a lost answer.
        api.clock.now += 11_000;
        const Cookie = `refreshToken=${stolen}`;
        return (await client(api).post('/auth/refresh', undefined, { Cookie })).status - 201;
      },
    ],
    [
      'deleting the account',
      async ({ password }, own) => (await own.delete('/auth/delete-account', { password })).status,
    ],
  ])('by %s closes its pages on other processes', async (_, end) => {
    const { browser, ...account } = await openLoggedIn(api);
    const page = await openPage(beside, browser);
    expect(await end(account, browser)).toBe(200);
    expect(await page.closed).toMatchObject({ code: 4401 });
    expect(page.events.at(-1)?.event).toBe('session.revoked');
  });

  test('an access token that expires keeps the page, the end of its session closes it', async () => {
    const quick = await startBeside({ heartbeatMs: 1_000 });
    const { browser, ...account } = await openLoggedIn(api);
    const page = await openPage(quick, browser);
    api.clock.now += 2 * 3_600_000;
    expect((await browser.get('/auth/profile')).status).toBe(401);
    await record(account.id, { n: 1 });
    await page.got('activity.recorded');
    expect(page.ws.readyState).toBe(page.ws.OPEN);
    api.clock.now += 7 * DAY;
    expect((await page.closed).code).toBe(4401);
  });
});

describe('a client that', () => {
  test('sends anything is disconnected', async () => {
    const owner = await buildOwner(api);
    const page = await openPage(api, owner.browser);
    page.ws.send('hello');
    expect(await page.closed).toMatchObject({ code: 1008 });
    const loud = await openPage(api, owner.browser);
    loud.ws.send('x'.repeat(5_000));
    expect(await loud.closed).toMatchObject({ code: 1009 });
  });

  test('answers pings stays; one that does not is cut', async () => {
    const quick = await startBeside({ heartbeatMs: 2_000 });
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const page = await openPage(quick, owner.browser);
    // On a busy machine it may be cut before its first message.
    const deaf = dial(quick, { cookies: other.browser.cookies, options: { autoPong: false } });
    await once(deaf, 'open');
    let pings = 0;
    page.ws.on('ping', () => {
      pings += 1;
    });
    expect((await once(deaf, 'close'))[0]).toBe(1006);
    await until('three pings', () => pings >= 3);
    expect(page.ws.readyState).toBe(page.ws.OPEN);
    expect(quick.deps.live.status().connections).toBe(1);
  });

  test('does not read is told so and dropped, and nobody else misses anything', async () => {
    const patient = await startBeside({ bufferedBytes: 64 * 1024, closingMs: 120_000 });
    const hurried = await startBeside({ bufferedBytes: 64 * 1024, closingMs: 200 });
    const owner = await buildOwner(api);
    const slow = await openPage(patient, owner.browser);
    const stuck = await openPage(hurried, owner.browser);
    const reader = await openPage(hurried, owner.browser);
    slow.ws.pause();
    stuck.ws.pause();
    // More than the operating system buffers for them.
    const filling = 'x'.repeat(100_000);
    let n = 0;
    while (hurried.deps.live.status().connections === 2 && n < 400) {
      await api.em().transactional(async (em) => {
        const at = new Date(api.clock.now);
        for (const end = n + 20; n < end; n += 1) {
          const detail = { n, filling };
          const record = { userId: owner.id, type: 'profile_changed' as const, at, detail };
          await recordActivity(em, api.deps.signRecord, record);
        }
      });
      patient.deps.live.announce(owner.id);
      await reader.got('activity.recorded', n);
    }
    // No more than the bound waited for it, and it was cut without having read a word.
    expect(hurried.deps.live.status().connections).toBe(1);
    expect(patient.deps.live.status().connections).toBe(1);
    slow.ws.resume();
    expect(await slow.closed).toEqual({ code: 1013, reason: 'the client reads too slowly' });
    const received = slow.payloads('activity.recorded').map(({ detail }) => detail.n);
    expect(received).toEqual(Array.from({ length: received.length }, (_, i) => i));
    expect(received.length).toBeLessThan(n);
    stuck.ws.resume();
    expect((await stuck.closed).code).toBe(1006);
    expect(reader.payloads('activity.recorded').map(({ detail }) => detail.n)).toEqual(
      Array.from({ length: n }, (_, i) => i),
    );
  });
});
