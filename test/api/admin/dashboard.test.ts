/** What the dashboard of operators shows. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { countAgain } from '../../../db/counts.ts';
import { Handover } from '../../../db/entities/handover.ts';
import { Liveness } from '../../../db/entities/liveness.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { ensureMail } from '../../../db/mail.ts';
import { putMessage } from '../../../db/outbox.ts';
import { beginRestoration, noteMoved } from '../../../db/restoration.ts';
import { mintToken } from '../../../db/tokens.ts';
import { addressAnswered, watchAddress } from '../../../db/watched.ts';
import { reportWorker } from '../../../db/worker-status.ts';
import type { MailKindName } from '../../../mail/kinds/index.ts';
import { openAccount } from '../../support/builders/account.ts';
import { buildAdmin, lastEntry, lockOut, operatorLog } from '../../support/builders/admin.ts';
import { bringTo, invite, take } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { newEntry } from '../../support/builders/vault-entries.ts';
import { client, type TestReply } from '../../support/clients/client.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const api = await useApi({ ADMIN_EMAILS: 'someone@else.test, BOSS@Example.Test' });
let admin: BuiltOwner;
beforeEach(async () => {
  admin = await buildAdmin(api);
});

const armedOwner = () => buildOwnerWithSuccessor(api);
const dashboard = async () => {
  // As a worker does in the background.
  await countAgain(api.em(), new Date(api.clock.now), api.deps.rules, 0);
  const reply = await admin.browser.get('/admin/dashboard');
  expect(reply.status).toBe(200);
  return reply.body.stats;
};

describe('the dashboard', () => {
  test('of a new service is all zeros', async () => {
    await reportWorker(api.em(), {
      id: randomUUID(),
      reportedAt: new Date(api.clock.now),
      pollers: 2,
      polledAt: new Date(api.clock.now),
      backlog: 3,
      clockSkewMs: -40,
      mailProblem: null,
      mailCertificateUntil: null,
    });
    expect(await dashboard()).toEqual({
      countedAt: new Date(api.clock.now).toISOString(),
      users: 1,
      verified: 1,
      locked: 0,
      switches: {
        off: 1,
        armed: 0,
        reminding: 0,
        grace_period: 0,
        awaiting_successors: 0,
        released: 0,
        completed: 0,
        paused: 0,
      },
      overdueEvents: 0,
      stuckHandovers: { count: 0, oldest: [] },
      quorumUnreachable: 0,
      seenInFuture: 0,
      failingMails: { count: 0, oldestAt: null, byKind: {} },
      refusedMails: { count: 0, permanent: 0, oldest: [] },
      bouncingSuccessors: { count: 0, oldest: [] },
      keptAliveByLinks: { count: 0, oldest: [] },
      unwarned: { count: 0, oldest: [] },
      overdue: { count: 0, byReason: {}, oldest: [] },
      upcoming: { count: 0, byHour: [], first: [] },
      outlookComplete: true,
      outbox: { size: 0, lagMs: 0 },
      workers: { reporting: 1, pollers: 2, backlog: 3, clockSkewMs: -40 },
      liveness: {
        api: { up: false, lastBeatAt: null },
        mail: { up: false, lastBeatAt: null },
        public: { up: false, lastBeatAt: null },
        returns: null,
        neverAnsweredSince: null,
      },
      restorations: { startingOverSince: null, lastAt: {} },
      returnedAccounts: { count: 0, oldest: [] },
      outages: {
        api: { count: 0, totalMs: 0 },
        mail: { count: 0, totalMs: 0 },
        public: { count: 0, totalMs: 0 },
        returns: { count: 0, totalMs: 0 },
      },
      holds: [],
      failingChores: [],
    });
    // Nobody's data was shown.
    expect((await operatorLog(api)).filter(({ action }) => action === 'dashboard_seen')).toEqual([]);
  });

  test('counts accounts, switches by status, and locked accounts; locked addresses without an account do not count', async () => {
    await buildOwner(api, { verified: false });
    const locked = await armedOwner();
    await bringTo(api, await armedOwner(), 'grace_period');
    await take(api, await armedOwner(), { kind: 'paused', until: api.clock.now + DAY });
    await lockOut(api, locked.email);
    await lockOut(api, 'nobody@example.test');
    expect(await dashboard()).toMatchObject({
      users: 5,
      verified: 4,
      locked: 1,
      switches: { off: 2, armed: 1, grace_period: 1, paused: 1 },
    });
    api.clock.now += 15 * MINUTE;
    expect(await dashboard()).toMatchObject({ locked: 0 });
  });

  test('lists owners whose switch goes on unwarned, what is overdue and why, and the next 24 hours, and is recorded', async () => {
    const now = api.clock.now;
    // No outage is credited.
    const always = { startedAt: new Date(now - 400 * DAY), beatAt: new Date(now) };
    for (const service of ['api', 'mail'] as const)
      await api.em().insert(Liveness, { id: randomUUID(), service, ...always });
    const hours = (n: number) => new Date(now + n * 60 * MINUTE);
    const [unwarned, waiting, soon, ends, held, seen] = await Promise.all(
      Array.from({ length: 6 }, armedOwner),
    );
    const set = (owner: BuiltOwner, changes: object) =>
      api.em().nativeUpdate(Switch, { userId: owner.id }, changes);
    /** Silent for so long that the first of three reminders, after 67.5 days, is due in so many hours. */
    const dueIn = (inHours: number) => {
      const since = new Date(now - 67.5 * DAY + inHours * 60 * MINUTE);
      return { lastSeenAt: since, clockStartedAt: since, nextEventAt: hours(inHours) };
    };
    const refuse = async (owner: BuiltOwner, data: { since: number; n: number; of: number }) => {
      const request = {
        key: randomUUID(),
        kind: 'reminder',
        recipient: owner.email,
        userId: owner.id,
        epoch: 1,
        data,
      };
      const { id } = await ensureMail(api.em(), request, new Date(now - DAY));
      const since = new Date(now - DAY);
      await api
        .em()
        .nativeUpdate(
          Mail,
          { id },
          { attempts: 5, lastError: '550', refusedSince: since, permanentSince: since },
        );
      return since.toISOString();
    };
    const deadSince = new Date(now - 2 * DAY);
    const reminded = {
      status: 'reminding',
      remindersAccepted: 1,
      lastReminderAt: deadSince,
      undeliverableAt: deadSince,
    };
    await set(unwarned as BuiltOwner, { ...dueIn(-60), ...reminded, nextEventAt: hours(90) });
    await set(waiting as BuiltOwner, { ...dueIn(-30), nextEventAt: hours(700) });
    const waitingSince = now - 67.5 * DAY - 30 * 60 * MINUTE;
    const refusedSince = await refuse(waiting as BuiltOwner, { since: waitingSince, n: 1, of: 3 });
    await set(soon as BuiltOwner, dueIn(5.5));
    await take(api, ends as BuiltOwner, { kind: 'paused', until: now + 3 * 60 * MINUTE });
    await set(held as BuiltOwner, {
      ...dueIn(-1),
      nextEventAt: hours(0.5),
      heldBy: ['a_new_hold'],
      heldSince: hours(-1),
    });
    // This owner has been seen since, so the check that is due soon will find nothing to do.
    await set(seen as BuiltOwner, { nextEventAt: hours(1) });
    const stats = await dashboard();
    expect(stats.unwarned).toEqual({
      count: 2,
      oldest: [
        {
          userId: unwarned?.id,
          status: 'reminding',
          since: deadSince.toISOString(),
          goesOn: true,
          code: null,
        },
        { userId: waiting?.id, status: 'armed', since: refusedSince, goesOn: false, code: '550' },
      ],
    });
    expect(stats.overdue).toEqual({
      count: 2,
      byReason: { mail_refused: 1, a_new_hold: 1 },
      oldest: [
        {
          userId: waiting?.id,
          status: 'armed',
          reason: 'mail_refused',
          since: refusedSince,
          mail: 'reminder',
          code: '550',
        },
        {
          userId: held?.id,
          status: 'armed',
          reason: 'a_new_hold',
          since: hours(-1).toISOString(),
          mail: null,
          code: null,
        },
      ],
    });
    const pauseEnds = now + 3 * 60 * MINUTE;
    const hourOf = (at: number) => new Date(Math.floor(at / (60 * MINUTE)) * 60 * MINUTE).toISOString();
    expect(stats.upcoming).toEqual({
      count: 2,
      byHour: [
        { hour: hourOf(pauseEnds), step: 'end_pause', count: 1 },
        { hour: hourOf(now + 5.5 * 60 * MINUTE), step: 'reminder', count: 1 },
      ],
      first: [
        { userId: ends?.id, status: 'paused', step: 'end_pause', at: new Date(pauseEnds).toISOString() },
        { userId: soon?.id, status: 'armed', step: 'reminder', n: 1, of: 3, at: hours(5.5).toISOString() },
      ],
    });
    expect(stats.outlookComplete).toBe(true);
    expect(JSON.stringify(stats)).not.toContain('example.test');
    const { detail } = (await lastEntry(api)) ?? {};
    expect(new Set((detail as { userIds: string[] }).userIds)).toEqual(
      new Set([unwarned, waiting, soon, ends, held].map((owner) => owner?.id)),
    );
    // Only a workflow can tell that Temporal's clock is wrong.
    expect(stats.holds).toEqual([]);
    await set(held as BuiltOwner, { heldBy: ['clock_skew'] });
    expect((await dashboard()).holds).toEqual(['clock_skew']);
  });

  test('lists twenty and counts all, whatever is broken in one row', async () => {
    const owners = await Promise.all(Array.from({ length: 22 }, armedOwner));
    await api.em().execute('update switch set next_event_at = ?', [new Date(api.clock.now - DAY)]);
    const userId = owners[0]?.id ?? '';
    await api.em().execute(`update switch set clock_started_at = 'infinity' where user_id = ?`, [userId]);
    const { overdue } = await dashboard();
    expect(overdue).toMatchObject({ count: 22, byReason: { workflow_not_seen: 21, unreadable: 1 } });
    expect(overdue.oldest).toHaveLength(20);
  });

  test('finds events that are two minutes overdue', async () => {
    const [late, young, off] = await Promise.all([armedOwner(), armedOwner(), armedOwner()]);
    const nextEvent = (userId: string, at: number) =>
      api.em().nativeUpdate(Switch, { userId }, { nextEventAt: new Date(at) });
    await nextEvent(late.id, api.clock.now - 2 * MINUTE - 1);
    await nextEvent(young.id, api.clock.now - 2 * MINUTE);
    await nextEvent(off.id, api.clock.now - DAY);
    await api.em().nativeUpdate(Switch, { userId: off.id }, { status: 'off' });
    expect(await dashboard()).toMatchObject({ overdueEvents: 1 });
  });

  test('lists handovers without an answer for 30 days, not counting successors’ delays, and is then recorded', async () => {
    const owner = await armedOwner();
    await invite(api, owner);
    const { graceEndedAt } = await api.em().findOneOrFail(Handover, { userId: owner.id });
    const graceEnd = graceEndedAt?.getTime() ?? Number.NaN;
    api.clock.now = graceEnd + 30 * DAY;
    expect(await dashboard()).toMatchObject({ stuckHandovers: { count: 0, oldest: [] } });
    api.clock.now += 1;
    const { stuckHandovers } = await dashboard();
    expect(stuckHandovers).toEqual({
      count: 1,
      oldest: [{ handoverId: expect.any(String), userId: owner.id, since: new Date(graceEnd).toISOString() }],
    });
    expect(await lastEntry(api)).toMatchObject({
      operator: `user/${admin.id}`,
      action: 'dashboard_seen',
      detail: { userIds: [owner.id] },
    });
    await api.em().execute('update invitee set handover_delay_days = 1');
    expect(await dashboard()).toMatchObject({ stuckHandovers: { count: 0 } });
    await api.em().execute(`update invitee set handover_delay_days = 0, response = 'decline'`);
    expect(await dashboard()).toMatchObject({ stuckHandovers: { count: 0 }, quorumUnreachable: 1 });
  });

  test('lists owners whom only links have kept alive for a year, until they are seen in another way', async () => {
    const account = await openAccount(api);
    const ways: Record<string, (who: BuiltOwner) => Promise<TestReply>> = {
      'no other way': (who) => who.browser.get('/inactivity/settings'),
      'a check-in': (who) => who.browser.post('/activity/check-in'),
      'a new entry': (who) => who.browser.post('/vault/entries', newEntry()),
      'another write': (who) => who.browser.put('/auth/profile', { name: 'Ada' }),
      'a log-in': () => client(api).post('/auth/login', { email: account.email, password: account.password }),
    };
    const owners = new Map<string, BuiltOwner>();
    for (const way of Object.keys(ways)) {
      const owner = await buildOwner(api);
      const own = way === 'a log-in' ? { ...owner, id: account.id } : owner;
      await buildSuccessor(api, own);
      owners.set(way, own);
    }
    // Silent for just as long, but this owner presses no links.
    await armedOwner();
    const began = api.clock.now;
    const pressLinks = async (day: number) => {
      api.clock.now = began + day * DAY;
      for (const { id: userId } of owners.values()) {
        const request = { purpose: 'check_in' as const, userId, epoch: 1 };
        const token = await mintToken(api.em(), api.deps.tokenSigner, request, new Date(api.clock.now));
        expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(200);
      }
    };
    await pressLinks(80);
    api.clock.now += DAY;
    for (const [way, show] of Object.entries(ways)) {
      const reply = await show(owners.get(way)!);
      expect([way, reply.status < 300]).toEqual([way, true]);
    }
    await pressLinks(160);
    api.clock.now = began + 365 * DAY;
    expect(await dashboard()).toMatchObject({ keptAliveByLinks: { count: 0, oldest: [] } });
    api.clock.now += 1;
    const { id: userId, browser } = owners.get('no other way')!;
    expect(await dashboard()).toMatchObject({
      keptAliveByLinks: { count: 1, oldest: [{ userId, since: new Date(began).toISOString() }] },
    });
    expect(await lastEntry(api)).toMatchObject({
      action: 'dashboard_seen',
      detail: { userIds: expect.arrayContaining([userId]) },
    });
    expect((await browser.post('/activity/check-in')).status).toBe(200);
    expect(await dashboard()).toMatchObject({ keptAliveByLinks: { count: 0, oldest: [] } });
  });

  test('shows failing mails by kind, the backlog for Temporal, and whether API and mail are up', async () => {
    const owner = await armedOwner();
    await api.em().nativeDelete(Outbox, {});
    const queue = async (
      kind: MailKindName,
      ageMs: number,
      more: Partial<{ attempts: number; status: 'accepted' }>,
    ) => {
      const request = { key: randomUUID(), kind, recipient: owner.email, userId: owner.id };
      const { id } = await ensureMail(api.em(), request, new Date(api.clock.now - ageMs));
      await api.em().nativeUpdate(Mail, { id }, more);
    };
    await queue('reminder', 5 * MINUTE, { attempts: 2 });
    await queue('invitation', 9 * MINUTE, { attempts: 1 });
    await queue('invitation', MINUTE, { attempts: 7 });
    await queue('invitation', DAY, { attempts: 0 });
    await queue('access', DAY, { attempts: 1, status: 'accepted' });
    await putMessage(
      api.em(),
      { kind: 'switch', subjectId: owner.id, seq: 1 },
      new Date(api.clock.now - 2_500),
    );
    const beat = (service: 'api' | 'mail', at: number) =>
      createHeartbeatRecorder(service, toleranceMs(DAY)).beat(api.em(), new Date(at));
    await beat('api', api.clock.now);
    await beat('mail', api.clock.now - toleranceMs(DAY) - 1);
    expect(await dashboard()).toMatchObject({
      failingMails: {
        count: 3,
        oldestAt: new Date(api.clock.now - 9 * MINUTE).toISOString(),
        byKind: { reminder: 1, invitation: 2 },
      },
      outbox: { size: 1, lagMs: 2_500 },
      liveness: {
        api: { up: true, lastBeatAt: new Date(api.clock.now).toISOString() },
        mail: { up: false, lastBeatAt: new Date(api.clock.now - toleranceMs(DAY) - 1).toISOString() },
      },
      outages: { api: { count: 0, totalMs: 0 }, mail: { count: 1, totalMs: toleranceMs(DAY) + 1 } },
    });
  });

  test('says that the public address has never answered, and what holds every switch', async () => {
    const since = new Date(api.clock.now - DAY);
    await watchAddress(api.em(), 'public', 'http://typo.test', since);
    await watchAddress(api.em(), 'returns', 'typo@vault.test', since);
    await reportWorker(api.em(), {
      id: randomUUID(),
      reportedAt: new Date(api.clock.now),
      pollers: 1,
      polledAt: null,
      backlog: null,
      clockSkewMs: -6 * MINUTE,
      mailProblem: null,
      mailCertificateUntil: null,
    });
    expect(await dashboard()).toMatchObject({
      liveness: {
        neverAnsweredSince: since.toISOString(),
        public: { up: false, lastBeatAt: null },
        returns: { up: false, lastBeatAt: null },
      },
      holds: ['clock_skew'],
    });
    await addressAnswered(api.em(), 'public', 'http://typo.test', new Date(api.clock.now));
    await createHeartbeatRecorder('public', toleranceMs(DAY)).beat(api.em(), new Date(api.clock.now));
    expect((await dashboard()).liveness).toMatchObject({
      neverAnsweredSince: null,
      public: { up: true, lastBeatAt: new Date(api.clock.now).toISOString() },
    });
  });
});

test('the dashboard says that all switches are being started over, and why', async () => {
  const at = new Date(api.clock.now - MINUTE);
  await noteMoved(api.em(), new Date(0));
  await beginRestoration(api.em(), at, 'timeline');
  const lastAt = { moved: new Date(0).toISOString(), timeline: at.toISOString() };
  expect((await dashboard()).restorations).toEqual({ startingOverSince: at.toISOString(), lastAt });
  await api.em().execute('update restoration set done_at = restored_at');
  expect((await dashboard()).restorations).toEqual({ startingOverSince: null, lastAt });
  await api.em().execute('delete from restoration');
});
