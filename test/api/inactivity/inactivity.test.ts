import { describe, expect, test } from '@jest/globals';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildOwner, buildOwnerWithSuccessor, buildSuccessor } from '../../support/builders/owner.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;
const api = await useApi();

const at = (ms: number) => new Date(ms).toISOString();

describe('settings', () => {
  test('a new account is off, with the documented defaults', async () => {
    const owner = await buildOwner(api);
    const { body } = await owner.browser.get('/inactivity/settings');
    expect(body.settings).toEqual({
      thresholdDays: 90,
      reminderPercents: [75, 85, 95],
      quorum: 1,
      effectiveQuorum: 1,
      accessDays: 90,
      checkInByLink: true,
      contactMonths: 12,
      status: 'off',
      isPaused: false,
      pausedUntil: null,
      lastSeenAt: expect.any(String),
      deadline: null,
      creditedMs: 0,
      holds: [],
    });
  });

  test('a new threshold restarts the clock for a program too, without being a sign of life', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const seen = (await switchOf(api, owner)).state.lastSeenAt;
    api.clock.now += 10 * DAY;
    await confirmSessions(api, owner);
    const reply = await owner.program.put('/inactivity/settings', { thresholdDays: 30 });
    expect(reply.status).toBe(200);
    expect(reply.body.settings.lastSeenAt).toBe(at(seen));
    expect(reply.body.settings.deadline).toBe(at(api.clock.now + 30 * DAY));
  });

  test('other settings leave the clock alone', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { deadline } = (await owner.program.get('/inactivity/settings')).body.settings;
    api.clock.now += DAY;
    const reply = await owner.program.put('/inactivity/settings', { accessDays: 30, quorum: 3 });
    expect(reply.body.settings).toMatchObject({ deadline, accessDays: 30, quorum: 3, effectiveQuorum: 1 });
  });

  test('a new threshold during reminders begins a new cycle', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { state } = await bringTo(api, owner, 'reminding');
    await confirmSessions(api, owner);
    const reply = await owner.program.put('/inactivity/settings', { reminderPercents: [50] });
    expect(reply.body.settings.status).toBe('armed');
    expect((await switchOf(api, owner)).state.epoch).toBe(state.epoch + 1);
  });

  test.each([
    ['nothing', {}],
    ['a threshold below a week', { thresholdDays: 6 }],
    ['a threshold above two years', { thresholdDays: 731 }],
    ['a fraction', { thresholdDays: 30.5 }],
    ['no reminder', { reminderPercents: [] }],
    ['six reminders', { reminderPercents: [1, 2, 3, 4, 5, 6] }],
    ['reminders out of order', { reminderPercents: [50, 40] }],
    ['the same reminder twice', { reminderPercents: [50, 50] }],
    ['a reminder at the deadline', { reminderPercents: [100] }],
    ['no quorum', { quorum: 0 }],
    ['a quorum of sixteen', { quorum: 16 }],
    ['an access of six days', { accessDays: 6 }],
    ['a word where yes or no belongs', { checkInByLink: 'no' }],
  ])('%s is refused and changes nothing', async (_, body) => {
    const owner = await buildOwner(api);
    const before = await switchOf(api, owner);
    const reply = await owner.browser.raw.put('/inactivity/settings', body);
    await expectProblem(reply, '400 validation_failed');
    expect(reply.body.errors.length).toBeGreaterThan(0);
    expect(await switchOf(api, owner)).toEqual(before);
  });

  test.each([
    ['grace_period', 'handover_active'],
    ['awaiting_successors', 'handover_active'],
    ['released', 'handover_active'],
    ['completed', 'handover_completed'],
  ] as const)(
    'in %s a program is told to check in first; a person’s write ends the handover',
    async (stage, code) => {
      const owner = await buildOwnerWithSuccessor(api);
      await bringTo(api, owner, stage);
      for (const [path, body] of [
        ['/inactivity/settings', { thresholdDays: 30 }],
        ['/inactivity/settings', { accessDays: 30 }],
      ] as const) {
        await expectProblem(owner.program.put(path, body), `409 ${code}`);
      }
      for (const path of ['/inactivity/pause', '/inactivity/resume'] as const)
        await expectProblem(owner.program.post(path), `409 ${code}`);
      expect((await switchOf(api, owner)).state.status).toBe(stage);
      const reply = await owner.browser.put('/inactivity/settings', { accessDays: 30 });
      expect(reply.body.settings).toMatchObject({ status: 'armed', accessDays: 30 });
    },
  );
});

describe('pausing', () => {
  test('stops the clock until the date, by default for a year; resuming starts it from then', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const paused = await owner.browser.post('/inactivity/pause');
    expect(paused.body.settings).toMatchObject({
      status: 'paused',
      isPaused: true,
      deadline: null,
      pausedUntil: at(api.clock.now + 365 * DAY),
    });
    api.clock.now += 20 * DAY;
    const until = at(api.clock.now + 5 * DAY);
    await confirmSessions(api, owner);
    expect(
      (await owner.browser.post('/inactivity/pause', { pausedUntil: until })).body.settings.pausedUntil,
    ).toBe(until);
    const resumed = await owner.program.post('/inactivity/resume');
    expect(resumed.body.settings).toMatchObject({
      status: 'armed',
      isPaused: false,
      deadline: at(api.clock.now + 90 * DAY),
    });
    expect(resumed.body.message).toBe('The clock is running again.');
    await expectProblem(owner.browser.post('/inactivity/resume'), '409 not_paused');
  });

  test('outlasts the last successor; resuming then says that the switch is off', async () => {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api);
    await owner.browser.post('/inactivity/pause');
    await confirmSessions(api, owner);
    expect((await owner.browser.delete(`/successors/${successor.id}`)).status).toBe(200);
    const { body } = await owner.browser.post('/inactivity/resume');
    expect(body).toMatchObject({
      message: 'The pause has ended. The switch is off until you have a verified successor.',
      settings: { status: 'off' },
    });
  });

  test.each([
    ['another offset', 'T05:30:00+05:30', '000'],
    ['the offset and the decimals that Python writes', 'T00:00:00.123456+00:00', '123'],
    ['nine decimals', 'T00:00:00.999999999Z', '999'],
    ['small letters', 't00:00:00.5z', '500'],
  ])('takes a date with %s, cut off after the millisecond', async (_, time, ms) => {
    const owner = await buildOwner(api);
    const day = at(api.clock.now + 30 * DAY).slice(0, 10);
    const reply = await owner.browser.post('/inactivity/pause', { pausedUntil: day + time });
    expect([reply.status, reply.body.settings.pausedUntil]).toEqual([200, `${day}T00:00:00.${ms}Z`]);
  });

  test.each([
    '2027-02-30T00:00:00Z',
    '2027-01-02T00:00:00',
    '2027-01-02',
    '9999-12-31T23:59:59-00:01',
    'soon',
  ])('until %s is refused: it is not a valid date', async (pausedUntil) => {
    const owner = await buildOwner(api);
    const reply = await owner.browser.post('/inactivity/pause', { pausedUntil });
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'body.pausedUntil']);
  });

  test.each([
    ['the past', -1],
    ['this very moment', 0],
    ['more than a year ahead', 365 * DAY + 1],
  ])('until %s is refused', async (_, offset) => {
    const owner = await buildOwner(api);
    await expectProblem(
      owner.browser.post('/inactivity/pause', { pausedUntil: at(api.clock.now + offset) }),
      '400 validation_failed',
    );
    expect((await switchOf(api, owner)).state.status).toBe('off');
  });

  test.each(['reminding', 'grace_period', 'awaiting_successors', 'released', 'completed'] as const)(
    'by a person in %s ends whatever was under way',
    async (stage) => {
      const owner = await buildOwnerWithSuccessor(api);
      await bringTo(api, owner, stage);
      const reply = await owner.browser.post('/inactivity/pause');
      expect(reply.body.settings.status).toBe('paused');
      expect((await switchOf(api, owner)).state.handover).toBeNull();
    },
  );
});

describe('the timeline', () => {
  test('names the dates, mails and recipients that silence would bring, each delay counted', async () => {
    const { successor: near, ...owner } = await buildOwnerWithSuccessor(api, { name: 'Near' });
    const far = await buildSuccessor(api, owner, { name: 'Far', handoverDelayDays: 10 });
    const start = api.clock.now;
    const { body } = await owner.program.get('/inactivity/timeline');
    const self = [{ role: 'owner', successorId: null, name: 'Olive Owner', email: owner.email }];
    expect(body.events).toEqual([
      { kind: 'reminder', at: at(start + 67.5 * DAY), recipients: self },
      { kind: 'reminder', at: at(start + 76.5 * DAY), recipients: self },
      { kind: 'reminder', at: at(start + 85.5 * DAY), recipients: self },
      { kind: 'final_notice', at: at(start + 90 * DAY), recipients: self },
      { kind: 'grace_end', at: at(start + 92 * DAY), recipients: [] },
      {
        kind: 'invitation',
        at: at(start + 92 * DAY),
        recipients: [{ role: 'successor', successorId: near.id, name: 'Near', email: near.email }],
      },
      {
        kind: 'invitation',
        at: at(start + 102 * DAY),
        recipients: [{ role: 'successor', successorId: far.id, name: 'Far', email: far.email }],
      },
    ]);
  });

  test('of a switch that is off is empty, and without a mail server it says that it holds', async () => {
    await using silent = await startApi({ SMTP_HOST: '' });
    const owner = await buildOwner(silent);
    expect((await owner.browser.get('/inactivity/timeline')).body).toMatchObject({
      status: 'off',
      events: [],
      holds: ['mail_unconfigured'],
    });
  });
});
