/** Only someone who entered the password may weaken a switch, and the owner is told. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { Switch } from '../../../db/entities/switch.ts';
import {
  credentials,
  logIn,
  logInProgram,
  openAccount,
  openLoggedIn,
  verificationToken,
} from '../../support/builders/account.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { client, type TestClient, type TestReply } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { codeOf, withTwoFactor } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;

const api = await useApi();

let owner: BuiltOwner;
let successor: { id: string; email: string };
beforeEach(async () => {
  owner = await buildOwner(api);
  successor = await buildSuccessor(api, owner, {
    name: 'Sam Successor',
    handoverDelayDays: 10,
    pinned: true,
  });
  await owner.program.put('/inactivity/settings', { thresholdDays: 365, quorum: 2 });
});

const mailsTo = (who: Pick<BuiltOwner, 'id'>) =>
  api.em().find(Mail, { userId: who.id, kind: 'security_change' }, { orderBy: { id: 'asc' } });
const assigned = (restrictToAssignedEntries: boolean) => ({ entryIds: [], restrictToAssignedEntries });

interface Case {
  /** What the owner did before, which weakens nothing. */
  prepare?(who: TestClient): Promise<TestReply>;
  change(who: TestClient): Promise<TestReply>;
  /** What the mail says about it. */
  mail: Record<string, unknown>;
  log: { type: string; detail: Record<string, unknown> };
}

const CASES: Record<string, Case> = {
  'a shorter threshold': {
    change: (who) => who.put('/inactivity/settings', { thresholdDays: 7 }),
    mail: { thresholdDaysBefore: 365, thresholdDays: 7 },
    log: {
      type: 'settings_changed',
      detail: { change: 'settings_changed', thresholdDaysBefore: 365, thresholdDays: 7 },
    },
  },
  'later reminders, with a longer threshold': {
    change: (who) => who.put('/inactivity/settings', { reminderPercents: [99], thresholdDays: 400 }),
    mail: { reminderPercentsBefore: '75, 85, 95', reminderPercents: '99' },
    log: {
      type: 'settings_changed',
      detail: {
        change: 'settings_changed',
        reminderPercentsBefore: '75, 85, 95',
        reminderPercents: '99',
        thresholdDaysBefore: 365,
        thresholdDays: 400,
      },
    },
  },
  'longer access': {
    change: (who) => who.put('/inactivity/settings', { accessDays: 365 }),
    mail: { accessDaysBefore: 90, accessDays: 365 },
    log: {
      type: 'settings_changed',
      detail: { change: 'settings_changed', accessDaysBefore: 90, accessDays: 365 },
    },
  },
  'a lower quorum': {
    change: (who) => who.put('/inactivity/settings', { quorum: 1 }),
    mail: { quorumBefore: 2, quorum: 1 },
    log: { type: 'settings_changed', detail: { change: 'settings_changed', quorumBefore: 2, quorum: 1 } },
  },
  'a lower quorum with new shares': {
    change: (who) =>
      who.put('/successors/shares', {
        threshold: 1,
        shares: [{ id: successor.id, encryptedShare: 'c2hhcmU=' }],
      }),
    mail: { quorumBefore: 2, quorum: 1 },
    log: { type: 'shares_changed', detail: { shares: 1, quorumBefore: 2, quorum: 1 } },
  },
  'links that no longer check in': {
    change: (who) => who.put('/inactivity/settings', { checkInByLink: false }),
    mail: { checkInByLink: false },
    log: {
      type: 'settings_changed',
      detail: { change: 'settings_changed', checkInByLinkBefore: true, checkInByLink: false },
    },
  },
  'links that check in again': {
    async prepare(who) {
      await api.em().nativeUpdate(Switch, { userId: owner.id }, { checkInByLink: false });
      return who.get('/inactivity/settings');
    },
    change: (who) => who.put('/inactivity/settings', { checkInByLink: true, accessDays: 30 }),
    mail: { checkInByLink: true },
    log: {
      type: 'settings_changed',
      detail: {
        change: 'settings_changed',
        checkInByLinkBefore: false,
        checkInByLink: true,
        accessDaysBefore: 90,
        accessDays: 30,
      },
    },
  },
  'ending a pause': {
    prepare: (who) => who.post('/inactivity/pause'),
    change: (who) => who.post('/inactivity/resume'),
    mail: { pause: 'ended' },
    log: { type: 'settings_changed', detail: { change: 'resumed' } },
  },
  'letting a pause end sooner': {
    prepare: (who) => who.post('/inactivity/pause'),
    change: (who) =>
      who.post('/inactivity/pause', { pausedUntil: new Date(api.clock.now + 60 * MINUTE).toISOString() }),
    mail: { pause: 'shortened' },
    log: { type: 'settings_changed', detail: { change: 'paused', pausedUntil: expect.any(String) } },
  },
  'naming a successor': {
    change: (who) => who.post('/successors', { email: uniqueEmail('eve'), name: 'Eve' }),
    mail: { successor: 'named', successorName: 'Eve' },
    log: {
      type: 'successor_added',
      detail: {
        successorId: expect.any(String),
        handoverDelayDays: 0,
        restrictToAssignedEntries: true,
      },
    },
  },
  'moving a successor to another address': {
    change: (who) => who.put(`/successors/${successor.id}`, { email: uniqueEmail('eve') }),
    mail: { successor: 'moved', successorName: 'Sam Successor' },
    log: { type: 'successor_changed', detail: { successorId: expect.any(String), addressChanged: true } },
  },
  'a shorter delay': {
    change: (who) => who.put(`/successors/${successor.id}`, { handoverDelayDays: 0, name: 'Samuel' }),
    mail: { handoverDelayDaysBefore: 10, handoverDelayDays: 0, successorName: 'Sam Successor' },
    log: {
      type: 'successor_changed',
      detail: {
        successorId: expect.any(String),
        nameChanged: true,
        handoverDelayDaysBefore: 10,
        handoverDelayDays: 0,
      },
    },
  },
  'taking a restriction away': {
    change: (who) => who.put(`/successors/${successor.id}`, { restrictToAssignedEntries: false }),
    mail: { unrestricted: true, successorName: 'Sam Successor' },
    log: {
      type: 'successor_changed',
      detail: {
        successorId: expect.any(String),
        restrictToAssignedEntriesBefore: true,
        restrictToAssignedEntries: false,
      },
    },
  },
  'taking a restriction away while assigning': {
    change: (who) => who.put(`/successors/${successor.id}/assigned-entries`, assigned(false)),
    mail: { unrestricted: true, successorName: 'Sam Successor' },
    log: {
      type: 'successor_changed',
      detail: {
        successorId: expect.any(String),
        envelopes: 0,
        restrictToAssignedEntriesBefore: true,
        restrictToAssignedEntries: false,
      },
    },
  },
  'removing a successor': {
    change: (who) => who.delete(`/successors/${successor.id}`),
    mail: { successor: 'removed', successorName: 'Sam Successor' },
    log: { type: 'successor_removed', detail: { successorId: expect.any(String), verified: true } },
  },
};

describe.each(Object.entries(CASES))('%s', (_, { prepare, change, mail, log }) => {
  beforeEach(async () => {
    if (prepare) expect((await prepare(owner.program)).status).toBe(200);
  });

  test.each(['browser', 'program'] as const)('is refused to a %s that is not confirmed', async (who) => {
    api.clock.now += 15 * MINUTE;
    // Records the session's use first, so that the refused request itself changes no row.
    await owner[who].get('/auth/profile');
    const before = await rowChecksum(api.orm);
    await expectProblem(change(owner[who]), '403 confirmation_required');
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test.each(['browser', 'program'] as const)(
    'is done by a %s that is confirmed, and the owner reads what changed, when and from where',
    async (who) => {
      api.clock.now += 15 * MINUTE;
      await confirmSessions(api, owner);
      expect((await change(owner[who])).status).toBeLessThan(300);
      const mails = await mailsTo(owner);
      expect(mails.map(({ recipient, data }) => ({ recipient, data }))).toEqual([
        {
          recipient: owner.email,
          data: { ...mail, at: api.clock.now, ipAddress: '127.0.0.1', browser: 'node' },
        },
      ]);
      const { body } = await owner.program.get('/activity');
      expect(body.activity).toContainEqual(expect.objectContaining(log));
      expect(JSON.stringify(body.activity)).not.toContain('@');
    },
  );
});

describe('a change that strengthens a switch, or leaves it as strong', () => {
  test.each<[string, (who: TestClient) => Promise<TestReply>]>([
    ['a longer threshold', (who) => who.put('/inactivity/settings', { thresholdDays: 400 })],
    ['more reminders', (who) => who.put('/inactivity/settings', { reminderPercents: [50, 75, 85, 95] })],
    ['a higher quorum', (who) => who.put('/inactivity/settings', { quorum: 3 })],
    ['shorter access', (who) => who.put('/inactivity/settings', { accessDays: 30 })],
    ['links as before, sent back', (who) => who.put('/inactivity/settings', { checkInByLink: true })],
    ['another name', (who) => who.put(`/successors/${successor.id}`, { name: 'Samuel' })],
    ['a longer delay', (who) => who.put(`/successors/${successor.id}`, { handoverDelayDays: 30 })],
    [
      'what was there before, sent back',
      (who) => who.put(`/successors/${successor.id}`, { email: successor.email, handoverDelayDays: 10 }),
    ],
    ['an assignment', (who) => who.put(`/successors/${successor.id}/assigned-entries`, assigned(true))],
    ['a pause', (who) => who.post('/inactivity/pause')],
  ])('%s needs no confirmation, and no mail goes out', async (_, change) => {
    api.clock.now += 15 * MINUTE;
    expect((await change(owner.program)).status).toBe(200);
    expect(await mailsTo(owner)).toEqual([]);
  });
});

test('a refused change does nothing, not even the part that strengthens', async () => {
  api.clock.now += 15 * MINUTE;
  const body = { name: 'Eve', handoverDelayDays: 300, email: uniqueEmail('eve') };
  const refused = owner.browser.put(`/successors/${successor.id}`, body);
  await expectProblem(refused, '403 confirmation_required');
  expect(await api.em().findOneOrFail(Successor, { id: successor.id })).toMatchObject({
    name: 'Sam Successor',
    handoverDelayDays: 10,
    email: successor.email,
  });
});

test('an account can be weakened 30 times an hour: the 31st is refused, not done silently', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
  const thief = await buildOwner(limited);
  for (let quorum = 15; quorum > 1; quorum -= 7) {
    await thief.program.put('/inactivity/settings', { quorum });
  }
  const change = (accessDays: number) => thief.program.put('/inactivity/settings', { accessDays });
  const done = await limited.em().count(Mail, { userId: thief.id, kind: 'security_change' });
  for (let n = done; n < 30; n += 1) expect((await change(100 + n)).status).toBe(200);
  await expectProblem(thief.browser.put('/inactivity/settings', { thresholdDays: 7 }), '429 rate_limited');
  const { body } = await thief.browser.get('/inactivity/settings');
  expect(body.settings.thresholdDays).toBe(90);
});

test('a thief who uses up the limit of weakenings keeps nobody from undoing them, and a new password resets the limit', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1', DEFAULT_PLAN: 'family' });
  const account = await openAccount(limited);
  const [thief, browser] = [await logIn(limited, account), await logIn(limited, account)];
  const named = await thief.post('/successors', { email: uniqueEmail('thief'), name: 'Thief' });
  const path = `/successors/${named.body.successor.id as string}` as const;
  const weaken = (accessDays: number) => thief.put('/inactivity/settings', { accessDays });
  for (let n = 1; n < 30; n += 1) expect((await weaken(100 + n)).status).toBe(200);
  expect((await weaken(300)).status).toBe(429);
  // Strengthening is limited too, but only in this session.
  for (let n = 1; n < 62; n += 1) await thief.put(path, { handoverDelayDays: n });
  expect((await thief.put(path, { handoverDelayDays: 300 })).status).toBe(429);

  expect((await browser.put(path, { handoverDelayDays: 365 })).status).toBe(200);
  expect((await browser.put('/inactivity/settings', { thresholdDays: 400 })).status).toBe(200);
  expect((await browser.delete(path)).status).toBe(200);
  const renamed = { email: uniqueEmail('successor'), name: 'Sam' };
  expect((await browser.post('/successors', renamed)).status).toBe(429);
  const { password: newPassword, salt } = credentials();
  const change = { currentPassword: account.password, newPassword, salt };
  expect((await browser.put('/auth/change-password', change)).status).toBe(200);
  expect((await browser.post('/successors', renamed)).status).toBe(201);
});

describe('a change that weakens an account', () => {
  const changesMailed = async ({ id }: Pick<BuiltOwner, 'id'>) =>
    (await mailsTo({ id })).map(({ recipient, data }) => [recipient, data.account, data.browser, data.at]);

  test('another password is reported to the owner', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const { password: newPassword, salt } = credentials();
    const body = { currentPassword: account.password, newPassword, salt };
    expect((await program.put('/auth/change-password', body)).status).toBe(200);
    expect(await changesMailed(account)).toEqual([
      [account.email, 'password_changed', 'node', api.clock.now],
    ]);
  });

  test('switching two-factor authentication off is reported', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { recoveryCodes } = await withTwoFactor(api, browser, account);
    const body = { password: account.password, recoveryCode: recoveryCodes[0] ?? '' };
    expect((await browser.post('/auth/2fa/disable', body)).status).toBe(200);
    expect((await changesMailed(account)).slice(1)).toEqual([
      [account.email, 'two_factor_off', 'node', api.clock.now],
    ]);
  });

  test('switching two-factor authentication on and new recovery codes are reported, and end every other session', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const [other, another] = [await logIn(api, account), await logInProgram(api, account)];
    const { secret } = await withTwoFactor(api, browser, account);
    expect(await changesMailed(account)).toEqual([[account.email, 'two_factor_on', 'node', api.clock.now]]);
    for (const ended of [other, another]) expect((await ended.get('/auth/profile')).status).toBe(401);
    expect((await browser.get('/auth/profile')).status).toBe(200);

    api.clock.now += 60_000;
    const { password, email } = account;
    const later = client(api);
    const entered = { email, password, twoFactorCode: await codeOf(api, secret) };
    expect((await later.post('/auth/login', entered)).status).toBe(200);
    api.clock.now += 60_000;
    const renewed = { password, token: await codeOf(api, secret) };
    expect((await browser.post('/auth/2fa/recovery-codes', renewed)).status).toBe(200);
    expect((await changesMailed(account)).slice(1)).toEqual([
      [email, 'two_factor_recovery_codes_renewed', 'node', api.clock.now],
    ]);
    expect((await later.get('/auth/profile')).status).toBe(401);
    expect((await browser.get('/auth/profile')).status).toBe(200);
  });

  test('switching two-factor authentication on needs a session that was confirmed when the set-up began, or since', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { secret } = (await browser.post('/auth/2fa/setup', { password: account.password })).body;
    api.clock.now += 15 * 60_000;
    await expectProblem(
      browser.post('/auth/2fa/enable', { token: await codeOf(api, secret) }),
      '403 confirmation_required',
    );
    await browser.post('/auth/confirm', { password: account.password });
    const enabled = await browser.post('/auth/2fa/enable', { token: await codeOf(api, secret) });
    expect(enabled.status).toBe(200);
  });

  test('another key bundle is reported; the first one, and the same one again, are not', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    for (const wrapped of ['the first', 'another', 'another']) {
      expect((await program.put('/auth/profile', { keyBundle: { wrapped } })).status).toBe(200);
    }
    expect(await changesMailed(account)).toEqual([
      [account.email, 'key_bundle_replaced', 'node', api.clock.now],
    ]);
  });

  test('another address is reported to the address that the account leaves', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { email, password: newPassword, salt } = credentials();
    const change = { email, currentPassword: account.password, newPassword, salt };
    expect((await browser.put('/auth/profile', change)).status).toBe(200);
    expect(await changesMailed(account)).toEqual([]);
    // A warning that is still queued goes to the address it was written for, not to a thief who moved the account.
    await browser.put('/inactivity/settings', { thresholdDays: 7 });
    const token = await verificationToken(api, account.id, 86_400_000, 'change_email');
    expect((await browser.get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    expect(await changesMailed(account)).toEqual([
      [account.email, undefined, 'node', api.clock.now],
      [account.email, 'address_changed', 'node', api.clock.now],
    ]);
  });
});
