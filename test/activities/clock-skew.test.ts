/**
 * When the next look is. A worker with a wrong clock may delay a step, but it neither brings one forward nor wakes
 * again and again.
 */
import { describe, expect, test } from '@jest/globals';
import { createActivities } from '../../activities/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import { ClockUntrusted } from '../../db/trusted-clock.ts';
import { bringTo, switchOf, take } from '../support/builders/handover.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { api, deps } = await useActivities();

/** The activities of a worker whose clock is this far off, while all other clocks agree. */
const wrongBy = (offMs: number, now: number) =>
  createActivities({ ...deps, clock: () => now + offMs, referenceClock: async () => now });

describe('a worker’s wrong clock', () => {
  test.each([
    ['a day behind', -DAY],
    ['a year ahead', 365 * DAY],
  ])('%s, has the workflow look again in an hour, and is reported by reconcile', async (_, offMs) => {
    const owner = await buildOwnerWithSuccessor(api);
    const now = (await switchOf(api, owner)).state.clockStartedAt + 67.5 * DAY + 1;
    const look = await wrongBy(offMs, now).look({ userId: owner.id, workflowNow: now, atOnce: true });
    expect((look?.wakeAt ?? 0) - now).toBe(HOUR);
    const row = await api.em().findOneOrFail(Switch, { userId: owner.id });
    expect(row.nextEventAt).toEqual(new Date(now + HOUR));
  });

  test('invites nobody before their delay is over', async () => {
    const owner = await buildOwnerWithSuccessor(api, { handoverDelayDays: 365 });
    await bringTo(api, owner, 'awaiting_successors');
    const { now } = api.clock;
    const input = { userId: owner.id, workflowNow: now, atOnce: true };
    const activities = wrongBy(366 * DAY, now);
    expect(await activities.look(input)).toMatchObject({ due: 'hold' });
    await activities.inviteSuccessors(input);
    expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitationsSent).toBe(0);
  });

  test.each([
    ['ahead', 5 * 365 * DAY],
    ['behind', -DAY],
  ])(
    '%s dates and drops no mail that waits: another worker, or a right clock, sends it',
    async (_, offMs) => {
      const { successor: ann, ...owner } = await buildOwnerWithSuccessor(api);
      await bringTo(api, owner, 'awaiting_successors');
      const { now } = api.clock;
      await createActivities(deps).inviteSuccessors({ userId: owner.id, workflowNow: now, atOnce: true });
      const about = { userId: owner.id, successorId: ann.id };
      const queued = () => api.em().findOneOrFail(Mail, { ...about, kind: 'invitation' });
      const { id: mailId } = await queued();
      const failure = await wrongBy(offMs, now)
        .sendMail({ mailId })
        .catch((reason: unknown) => reason);
      expect(failure).toMatchObject({ message: 'clock_skew', nonRetryable: false });
      expect(await queued()).toMatchObject({ status: 'queued', attempts: 0, acceptedAt: null });
      await createActivities(deps).sendMail({ mailId });
      expect(await queued()).toMatchObject({ status: 'accepted', acceptedAt: new Date(now) });
      expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitedAt).toBe(now);
    },
  );

  test('ends neither access nor a pause', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    await bringTo(api, owner, 'released');
    const resting = await buildOwnerWithSuccessor(api);
    await take(api, resting, { kind: 'paused', until: api.clock.now + 300 * DAY });
    const { now } = api.clock;
    const activities = wrongBy(366 * DAY, now);
    await activities.completeHandover({ userId: owner.id, workflowNow: now, atOnce: true });
    await activities.endPause({ userId: resting.id, workflowNow: now, atOnce: true });
    expect((await switchOf(api, owner)).state.status).toBe('released');
    expect((await switchOf(api, resting)).state.status).toBe('paused');
  });
});

test('Temporal’s wrong clock is named to the owner until it is right', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  api.clock.now += 68 * DAY;
  const { now } = api.clock;
  const look = (workflowNow: number) =>
    createActivities(deps).look({ userId: owner.id, workflowNow, atOnce: true });
  const holds = async () => {
    const { settings } = (await owner.program.get('/inactivity/settings')).body;
    const timeline = (await owner.program.get('/inactivity/timeline')).body;
    return [settings.holds, timeline.holds];
  };
  expect(await look(now + HOUR)).toMatchObject({ due: 'hold' });
  expect(await holds()).toEqual([['clock_skew'], ['clock_skew']]);
  expect(await look(now)).toMatchObject({ due: 'reminder' });
  expect(await holds()).toEqual([[], []]);
});

describe('a clock that cannot be trusted', () => {
  const untrusted = (now: number) =>
    createActivities({
      ...deps,
      clock: () => {
        throw new ClockUntrusted('this clock was not compared');
      },
      referenceClock: async () => now,
    });

  test('holds a switch whose step is due, and has the workflow look again in an hour', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const now = (await switchOf(api, owner)).state.clockStartedAt + 67.5 * DAY + 1;
    const look = await untrusted(now).look({ userId: owner.id, workflowNow: now, atOnce: true });
    expect(look).toMatchObject({ status: 'armed', due: 'hold', wakeAt: now + HOUR });
  });

  test('in reconcile, starts no switch over, deletes nothing and sends no mail', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const row = () => api.em().findOneOrFail(Switch, { userId: owner.id });
    const before = await row();
    const { now } = api.clock;
    // The database holds fewer records than the last run remembers: a restored backup, and nobody can say when.
    const unknown = { system: null, timeline: null, written: null, tables: '0/0', removals: {} };
    const previous = { highestActivityId: '999999999', signsOfLife: '0', ...unknown };
    await expect(untrusted(now).compareWithLastRun(previous)).rejects.toThrow('ClockUntrusted');
    await expect(untrusted(now).resignal()).rejects.toThrow('ClockUntrusted');
    expect(await row()).toEqual(before);
  });

  test('still dates the mail server’s response, relative to the last trusted time', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const now = (await switchOf(api, owner)).state.clockStartedAt + 67.5 * DAY + 1;
    let sent = false;
    const clock = () => {
      if (sent) throw new ClockUntrusted('this clock jumped');
      return now;
    };
    const mailer = {
      ...deps.mailer,
      send: async () => {
        sent = true;
      },
    };
    const activities = createActivities({ ...deps, mailer, clock, referenceClock: async () => now });
    await activities.remind({ userId: owner.id, workflowNow: now, atOnce: true });
    const { state } = await switchOf(api, owner);
    expect(state).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
    expect((state.lastReminderAt ?? 0) - now).toBeLessThan(60_000);
  });
});

describe('the row says when the next look is', () => {
  test('once a reminder was sent: at the next one', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const now = (await switchOf(api, owner)).state.clockStartedAt + 67.5 * DAY;
    const activities = createActivities({ ...deps, clock: () => now, referenceClock: async () => now });
    await activities.remind({ userId: owner.id, workflowNow: now, atOnce: true });
    const row = await api.em().findOneOrFail(Switch, { userId: owner.id });
    expect(row).toMatchObject({ status: 'reminding', nextEventAt: new Date(now + 9 * DAY) });
  });
});
