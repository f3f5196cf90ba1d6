import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Activities, type ActivityDeps, createActivities } from '../../activities/index.ts';
import { makeCrowd } from '../../bench/crowd.ts';
import { PAYMENT_SETTINGS } from '../../config.ts';
import { countAgain } from '../../db/counts.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { rememberOptOut } from '../../db/opt-outs.ts';
import { saveVariables } from '../../dev/instance/instance-secrets.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { settings } from '../../scripts/admin/saved-settings.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { credentials, logIn, openAccount, openLoggedIn } from '../support/builders/account.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { bringTo, invite, switchOf, take } from '../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { runScript } from '../support/clients/run-script.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { type SmtpListener, startSmtpListener } from '../support/servers/smtp-listener.ts';
import { useAdmin } from '../support/servers/use-admin.ts';

const DAY = 86_400_000;

const { api, dataDir, variables, admin, program, lastEntry, armedOwner } = await useAdmin();

describe('disable-2fa', () => {
  test('lets an owner log in without a second factor; both logs and a mail say so', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    await api.em().nativeUpdate(User, { id: account.id }, { twoFactorEnabled: true });
    await expect(logIn(api, account)).rejects.toThrow('401');
    expect(await admin('disable-2fa', account.email)).toEqual({
      code: 0,
      stdout: `Two-factor authentication of ${account.email} is off, and its owner is told by mail.\n`,
      stderr: '',
    });
    await logIn(api, account);
    expect((await browser.get('/activity?type=two_factor_disabled')).body.activity).toMatchObject([
      { detail: { by: 'operator' } },
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'two_factor_disabled', userId: account.id });
    expect(await api.em().find(Mail, { userId: account.id, kind: 'security_change' })).toMatchObject([
      {
        recipient: account.email,
        data: { account: 'two_factor_off', byOperator: true },
      },
    ]);
    expect((await admin('disable-2fa', account.email)).stderr).toBe(
      `Two-factor authentication of ${account.email} is already off.\n`,
    );
  });
});

describe('delete-account', () => {
  test('does what the owner’s own deletion does, after asking, and says so in the log', async () => {
    const account = await openAccount(api);
    const invited = await buildSuccessor(api, account);
    await invite(api, account);
    const now = api.clock.now;
    await take(api, account, { kind: 'invitation_accepted', successorId: invited.id, at: now });
    const before = await rowChecksum(api.orm);
    expect((await program(['delete-account', account.email])).stderr).toBe(
      `${account.email}, whose switch is awaiting_successors, would be deleted at once with everything in the vault: confirm with --yes, because there is no terminal to ask on.\n`,
    );
    expect(await rowChecksum(api.orm)).toBe(before);

    expect(await admin('delete-account', account.email, '--yes')).toEqual({
      code: 0,
      stdout: `${account.email} is deleted, with everything in it. Its owner gets a last mail, and so does everyone who was invited to take over.\n`,
      stderr: '',
    });
    expect(await api.em().count(User, { id: account.id })).toBe(0);
    const mails = await api.em().find(Mail, { userId: account.id }, { orderBy: { kind: 'asc' } });
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['farewell', account.email],
      ['handover_cancelled', invited.email],
    ]);
    expect(await api.em().count(Outbox, { kind: 'switch', subjectId: account.id })).toBeGreaterThan(0);
    expect(await lastEntry()).toMatchObject({ action: 'account_deleted', userId: account.id });
  });

  test('deletes nothing while Stripe can’t be asked to end the subscription', async () => {
    const { id: userId, email } = await openAccount(api);
    await api.em().execute('insert into subscription (user_id, checkout_id) values (?, ?)', [userId, 'cs_1']);
    const before = await rowChecksum(api.orm);
    const paid = Object.fromEntries(PAYMENT_SETTINGS.map((name) => [name, 'x']));
    const PAYMENT_API_BASE = `http://127.0.0.1:${await freePort()}`;
    const ran = await adminCommand(['delete-account', email, '--yes'], {
      ...{ ...variables, ...paid, PAYMENT_API_BASE },
    });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Nothing was deleted: the payment provider does not answer, and would go on charging the owner.\n',
    });
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

describe('forget-opt-out', () => {
  test('lets an owner name a successor again who has changed their mind, and says so in the log', async () => {
    const owner = await buildOwner(api);
    await confirmSessions({ em: api.em, clock: { now: Date.now() } }, owner);
    const email = 'changed@example.test';
    for (const scope of ['owner', 'everybody'] as const) {
      await rememberOptOut(api.em(), api.config, { email, userId: owner.id }, scope, new Date());
    }
    const name = () => owner.program.post('/successors', { email, name: 'Sam' });
    await expectProblem(name(), '409 successor_opted_out');
    expect(await admin('forget-opt-out', 'Changed@example.test')).toEqual({
      code: 0,
      stdout: `${email} may be named as a successor again.\n`,
      stderr: '',
    });
    expect((await name()).status).toBe(201);
    expect(await lastEntry()).toMatchObject({ action: 'opt_outs_forgotten', detail: { forgotten: 2 } });
    expect((await admin('forget-opt-out', email)).stderr).toBe(
      `${email} has not asked never to be a successor.\n`,
    );
  });
});

describe('unlock', () => {
  test('lets an owner log in again, and says so in both logs', async () => {
    const account = await openAccount(api);
    const wrong = { email: account.email, password: Buffer.alloc(32).toString('base64') };
    for (let i = 0; i < 5; i += 1) await client(api).post('/auth/login', wrong);
    await expect(logIn(api, account)).rejects.toThrow('429');
    // However the address is written.
    expect(await admin('unlock', ` ${account.email.toUpperCase()} `)).toEqual({
      code: 0,
      stdout: `${account.email} is unlocked: its failed log-ins are forgotten.\n`,
      stderr: '',
    });
    const browser = await logIn(api, account);
    expect((await browser.get('/activity?type=account_unlocked')).body.activity).toHaveLength(1);
    expect(await lastEntry()).toMatchObject({
      operator: expect.stringMatching(/^shell\/.+/),
      action: 'unlocked',
      userId: account.id,
      requestId: null,
    });
  });

  test('changes nothing while Redis is down, and says so in one sentence', async () => {
    const account = await openAccount(api);
    const before = await rowChecksum(api.orm);
    const port = String(await freePort());
    const ran = await adminCommand(['unlock', account.email], { ...variables, REDIS_PORT: port });
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: `Nothing was unlocked: the Redis at ${servers.redis.host}:${port} does not answer; check REDIS_HOST, REDIS_PORT and REDIS_PASSWORD.\n`,
    });
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

describe('verify-email', () => {
  test('does what the link does: the address is verified and the switch may run', async () => {
    const owner = await buildOwner(api, { verified: false });
    await buildSuccessor(api, owner);
    expect((await switchOf(api, owner)).state.status).toBe('off');
    await api.em().nativeDelete(Outbox, {});
    expect(await admin('verify-email', owner.email)).toEqual({
      code: 0,
      stdout: `${owner.email} is verified; its switch is armed.\n`,
      stderr: '',
    });
    expect((await switchOf(api, owner)).state.status).toBe('armed');
    expect(await api.em().find(Outbox, {})).toMatchObject([{ kind: 'switch', subjectId: owner.id }]);
    const { emailVerifiedAt } = await api.em().findOneOrFail(User, { id: owner.id });
    expect(emailVerifiedAt).toBeInstanceOf(Object);
    expect((await owner.browser.get('/activity?type=email_verified')).body.activity).toMatchObject([
      { type: 'email_verified', detail: { by: 'operator' } },
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'email_verified', userId: owner.id });
    expect(await admin('verify-email', owner.email)).toMatchObject({
      code: 1,
      stderr: `${owner.email} is verified already.\n`,
    });
  });
});

test('invite prints a link, whose token is stored only as a hash, and says so in the log', async () => {
  const { stdout, code } = await admin('invite');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\/register#invitation=[\w-]{43}\nPass it on/)]);
  expect(stdout).toContain('Nobody needs it while REGISTRATION is open.');
  expect(await lastEntry()).toMatchObject({ action: 'owner_invited', userId: null });
});

test('verify-email refuses an address that was registered more than once', async () => {
  const { email } = await openAccount(api, { verified: false });
  await client(api).post('/auth/register', credentials(email));
  // The commands have no clock but the real one.
  await api.em().execute(`update registration set expires_at = now() + interval '1 day'`);
  const { code, stderr } = await admin('verify-email', email);
  expect([code, stderr]).toEqual([1, expect.stringContaining('was registered 2 times')]);
});

describe('status', () => {
  test('without an address shows the service at a glance, and nobody in it', async () => {
    const owner = await armedOwner();
    await countAgain(api.em(), new Date(), api.deps.rules, 0);
    const { code, stdout } = await admin('status');
    expect(code).toBe(0);
    for (const line of [
      /^Version +\d/m,
      /^Database +all \d+ migrations applied$/m,
      /^Clock +trusted$/m,
      /^Redis +answers$/m,
      /^Workers +none reports: mails and switches wait$/m,
      /^Queued mails +none$/m,
      /^For Temporal +1, the oldest since 20/m,
      /^Last backup +this service makes none/m,
      /^Chores +none fails$/m,
      /^Accounts +1, of which 1 are verified; registration is open$/m,
      /^Switches +1 armed$/m,
    ])
      expect(stdout).toMatch(line);
    expect(stdout).not.toContain(owner.email);
    expect(await lastEntry()).toMatchObject({ action: 'status_seen', userId: null });
  });

  test('shows the state of a switch with its reasons, and nothing of the vault', async () => {
    const owner = await armedOwner();
    await api.em().nativeDelete(Mail, {});
    const request = { key: 'r', kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(api.em(), request, new Date(Date.UTC(2026, 0, 2)));
    await api.em().nativeUpdate(Mail, { id: mail.id }, { attempts: 4, lastError: '451' });
    const { state } = await switchOf(api, owner);
    const before = await rowChecksum(api.orm);
    const { code, stdout, stderr } = await admin('status', owner.email);
    expect([code, stderr]).toEqual([0, '']);
    const rows = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, 16).trim(), line.slice(16)]),
    );
    const deadline = state.clockStartedAt + 90 * 86_400_000;
    expect(rows).toMatchObject({
      Account: `${owner.id}, verified`,
      'Log-in': 'not locked, 0 failed attempts',
      Switch: 'armed, cycle 1',
      'Last seen': new Date(state.lastSeenAt).toISOString(),
      Reminders: '0 of 3 accepted',
      Handover: 'none',
      Holds: 'none',
      Warnings: 'none',
      'Failing mails': expect.stringMatching(/^reminder, tried 4 times since 2026-01-02T00:00:00.000Z: 451$/),
    });
    // No API was up, so the whole time since counts as an outage and is credited.
    expect(Date.parse(rows.Deadline ?? '')).toBeGreaterThanOrEqual(deadline);
    expect(stdout).not.toContain('Olive');
    expect(stdout).not.toContain(owner.successor.email);
    expect(await lastEntry()).toMatchObject({ action: 'status_seen', userId: owner.id });
    const after = await rowChecksum(api.orm);
    const changed = after.split('\n').filter((line) => !before.includes(line));
    expect(changed.map((line) => line.split(' ')[0])).toEqual(['operator_log']);
  });

  test('counts the responses to a handover without naming the successors', async () => {
    const owner = await armedOwner();
    await bringTo(api, owner, 'released');
    const { stdout } = await admin('status', owner.email);
    expect(stdout).toMatch(
      /^Handover +released since \S+; of 1 successors 1 asked, 1 accepted, 0 declined; quorum 1$/m,
    );
  });
});

/** A mail server, and activities that write to it at the test's moment. */
async function withMailServer(
  use: (activities: Activities, listener: SmtpListener, deps: ActivityDeps) => Promise<void>,
) {
  const listener = await startSmtpListener();
  const deps = activityDeps(api, listener);
  try {
    await use(createActivities(deps), listener, deps);
  } finally {
    deps.mailer.close();
    await listener.close();
  }
}
const iso = (at: number) => new Date(at).toISOString();

/** An owner whose mailbox has refused the first reminder until it counted as undeliverable. */
async function unwarnedOwner({ remind, sendMail }: Activities, listener: SmtpListener) {
  api.clock.now = Date.now() - 80 * DAY;
  const owner = await armedOwner();
  listener.onRecipient = (address) => (address === owner.email ? '550 5.1.1 no such user' : null);
  api.clock.now += 68 * DAY;
  const refusedAt = api.clock.now;
  await remind(stepInput(api, owner));
  const { id: mailId } = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
  for (const days of [4, 4]) {
    api.clock.now += days * DAY;
    await othersAreServed();
    await sendMail({ mailId }).catch(() => {});
  }
  return { ...owner, refusedAt, undeliverableAt: api.clock.now };
}
/** The same server has just accepted another mail. */
async function othersAreServed(): Promise<void> {
  const other = await buildOwner(api);
  const request = { key: `access_notice/${other.id}`, kind: 'access_notice', recipient: other.email };
  const at = new Date(api.clock.now);
  await mailAccepted(api.em(), (await ensureMail(api.em(), { ...request, userId: other.id }, at)).id, at);
}

describe('status of an owner whose mailbox refuses everything', () => {
  test('distinguishes undeliverable warnings from accepted ones: when that began, with which code, and what is tried next', () =>
    withMailServer(async (activities, listener) => {
      const owner = await unwarnedOwner(activities, listener);
      expect((await switchOf(api, owner)).state).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
      const { stdout } = await admin('status', owner.email);
      expect(stdout).toMatch(/^Reminders +0 of 3 accepted, 1 undeliverable$/m);
      expect(stdout).toMatch(
        new RegExp(
          `^Warnings +reminder 1 of 3: counted as undeliverable ${iso(owner.undeliverableAt)}; tried 3 times since ${iso(owner.refusedAt)}: SMTP 550 5.1.1 EENVELOPE; refused \\(gone\\) since ${iso(owner.refusedAt)}; last \\S+Z, next .+$`,
          'm',
        ),
      );
      expect(stdout).toMatch(
        new RegExp(`^Mailbox +has counted as dead since ${iso(owner.undeliverableAt)}$`, 'm'),
      );
      expect(stdout).toMatch(/^Failing mails +none$/m);
      expect(stdout).not.toContain('example.test');
    }));

  test('says that the warning that is due waits, what holds a switch, and when that began', () =>
    withMailServer(async (activities, listener, deps) => {
      api.clock.now = Date.now() - 80 * DAY;
      const owner = await armedOwner();
      listener.onRecipient = () => '452 4.2.2 mailbox full';
      api.clock.now += 70 * DAY;
      await activities.remind(stepInput(api, owner));
      const { stdout } = await admin('status', owner.email);
      expect(stdout).toMatch(/^Reminders +0 of 3 accepted$/m);
      expect(stdout).toMatch(
        new RegExp(`^Holds +mail_refused since ${iso(api.clock.now)}: SMTP 452 4.2.2 EENVELOPE$`, 'm'),
      );
      const unconfigured = createActivities({ ...deps, mailer: null });
      await unconfigured.look(stepInput(api, owner));
      const since = api.clock.now;
      api.clock.now += 3_600_000;
      await unconfigured.look(stepInput(api, owner));
      expect((await admin('status', owner.email)).stdout).toContain(
        `mail_unconfigured since ${iso(since)}\n`,
      );
      listener.onRecipient = () => null;
      await activities.look(stepInput(api, owner));
      expect((await admin('status', owner.email)).stdout).not.toContain('mail_unconfigured');
    }));
});

describe('due', () => {
  test('lists the next step of each switch that has one in time, by the real planner, earliest first', async () => {
    const seen = (days: number, hours: number) => Date.now() - days * DAY + hours * 3_600_000;
    // The outages are none: an API was always up.
    await alwaysUp();
    const [first, second, grace, far, paused] = [
      await armedOwner(),
      await armedOwner(),
      await armedOwner(),
      await armedOwner(),
      await armedOwner(),
    ];
    const set = (owner: { id: string }, at: number, more: object = {}) =>
      api
        .em()
        .nativeUpdate(
          Switch,
          { userId: owner.id },
          { lastSeenAt: new Date(at), clockStartedAt: new Date(at), nextEventAt: new Date(), ...more },
        );
    // With 90 days: reminders at 67.5, 76.5 and 85.5 days.
    await set(first, seen(67.5, 5));
    await set(second, seen(76.5, 3), {
      status: 'reminding',
      remindersAccepted: 1,
      lastReminderAt: new Date(seen(9, 3)),
    });
    await set(far, seen(10, 0));
    api.clock.now = Date.now() - 3_600_000;
    await bringTo(api, grace, 'grace_period');
    await api.em().nativeUpdate(Switch, { userId: grace.id }, { nextEventAt: new Date() });
    api.clock.now = Date.now();
    await take(api, paused, { kind: 'paused', until: Date.now() + 7 * 3_600_000 });
    const { code, stdout, stderr } = await admin('due');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toBe('3 due within 24 hours: reminder 2, end of pause 1.');
    expect(lines.slice(1).map((line) => line.slice(26))).toEqual([
      `${second.id}  reminding: reminder 2 of 3`,
      `${first.id}  armed: reminder 1 of 3`,
      `${paused.id}  paused: end of pause`,
    ]);
    expect(Date.parse(lines[1]?.slice(0, 24) ?? '')).toBeCloseTo(Date.now() + 3 * 3_600_000, -5);
    expect(stdout).not.toContain('example.test');
    expect(await lastEntry()).toMatchObject({
      action: 'due_seen',
      detail: { userIds: [second.id, first.id, paused.id] },
    });
    const more = (await admin('due', '100')).stdout;
    expect(more).toContain(`${grace.id}  grace_period: end of grace`);
    expect((await admin('due', '4')).stdout).toContain('1 due within 4 hours: reminder 1.');
  });

  test('prints the first 200 and says how many more there are', async () => {
    await alwaysUp();
    const em = api.em();
    await makeCrowd(em, 230, new Date(), [], { paused: 1000 });
    await em.execute(
      `update switch set status = 'paused', paused_at = now(), paused_until = now() + interval '1 hour', next_event_at = now()`,
    );
    const lines = (await admin('due')).stdout.trim().split('\n');
    expect(lines).toHaveLength(202);
    expect([lines[0], lines.at(-1)]).toEqual(['230 due within 24 hours: end of pause 230.', '… and 30 more']);
  });
});

describe('stuck', () => {
  test('says for each overdue switch what stops it, and what to do', () =>
    withMailServer(async (activities, listener, deps) => {
      await alwaysUp();
      expect((await admin('stuck')).stdout).toBe('Nothing is overdue.\n');
      api.clock.now = Date.now() - 80 * DAY;
      const names = ['held', 'refused', 'unseen', 'silent', 'declined', 'fine'] as const;
      const owners = Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await armedOwner()] as const)),
      ) as Record<(typeof names)[number], Awaited<ReturnType<typeof armedOwner>>>;
      for (const name of ['silent', 'declined'] as const) await invite(api, owners[name]);
      const [invitee] = (await switchOf(api, owners.declined)).state.handover?.invitees ?? [];
      const successorId = invitee?.successorId ?? '';
      await take(api, owners.declined, { kind: 'responded', successorId, response: 'decline' });
      await api.em().nativeDelete(Mail, {});
      for (const { id } of [owners.silent, owners.declined]) {
        await api.em().nativeUpdate(Switch, { userId: id }, { nextEventAt: new Date(Date.now() + DAY) });
      }
      // The others are not due yet, or their owners were seen.
      const lookAt = (owner: { id: string }) => activities.look(stepInput(api, owner));
      for (const name of ['fine', 'unseen'] as const) {
        await api.em().nativeUpdate(Switch, { userId: owners[name].id }, { lastSeenAt: new Date() });
      }
      api.clock.now = Date.now() - DAY;
      const heldSince = api.clock.now;
      await createActivities({ ...deps, mailer: null }).look(stepInput(api, owners.held));
      await api
        .em()
        .nativeUpdate(Switch, { userId: owners.held.id }, { nextEventAt: new Date(Date.now() + 60_000) });
      listener.onRecipient = () => '452 4.2.2 mailbox full';
      await activities.remind(stepInput(api, owners.refused));
      const refusedSince = api.clock.now;
      api.clock.now = Date.now();
      await lookAt(owners.fine);
      const unseenSince = Date.now() - 10 * 60_000;
      await api
        .em()
        .nativeUpdate(Switch, { userId: owners.unseen.id }, { nextEventAt: new Date(unseenSince) });
      const { code, stdout, stderr } = await admin('stuck');
      expect([code, stderr]).toEqual([0, '']);
      const lines = stdout.trim().split('\n');
      const of = (name: (typeof names)[number]) => lines.filter((line) => line.startsWith(owners[name].id));
      expect(lines[0]).toMatch(/^5 overdue: /);
      expect(of('held')).toEqual([
        `${owners.held.id}  armed: held: mail_unconfigured since ${iso(heldSince)}. What to do: set SMTP_HOST and restart the worker.`,
      ]);
      expect(of('refused')).toEqual([
        expect.stringContaining(
          `armed: the mail server refuses reminder (SMTP 452 4.2.2 EENVELOPE) since ${iso(refusedSince)}. What to do: `,
        ),
      ]);
      expect(of('unseen')).toEqual([
        expect.stringContaining(
          `armed: its workflow has not looked since ${iso(unseenSince)}. What to do: check that a worker runs`,
        ),
      ]);
      expect(of('silent')).toEqual([
        expect.stringContaining('awaiting_successors: a successor has not answered since '),
      ]);
      expect(of('declined')).toEqual([
        expect.stringContaining('awaiting_successors: too many successors declined for the quorum since '),
      ]);
      expect(of('fine')).toEqual([]);
      expect(stdout).not.toContain('example.test');
      expect(await lastEntry()).toMatchObject({ action: 'stuck_seen' });
      expect((await admin('due')).stdout).toContain('5 overdue: npm run admin -- stuck says which and why.');
    }));
});

/** Proof that API and mail were up for as long as these tests look back, so that no outage is credited. */
/** As far ahead as clocks may be apart, so that the service stays up during a test. */
async function alwaysUp(): Promise<void> {
  await api.em().nativeDelete(Liveness, {});
  const beatAt = new Date(Date.now() + MAX_CLOCK_SKEW_MS - 60_000);
  const always = { startedAt: new Date(Date.now() - 400 * DAY), beatAt };
  for (const service of ['api', 'mail'] as const) {
    await api.em().insert(Liveness, { id: randomUUIDv7(), service, ...always });
  }
}

describe('invalid input', () => {
  test.each([
    [[], 'Name a command: npm run admin -- --help lists the commands.'],
    [['release', 'a@b.test'], 'There is no command "release": npm run admin -- --help lists the commands.'],
    [['toString', 'a@b.test'], 'There is no command "toString": npm run admin -- --help lists the commands.'],
    [['unlock'], 'unlock takes one e-mail address: npm run admin -- unlock ada@example.org.'],
    [['stuck', 'a@b.test'], 'stuck is about every account and takes no address.'],
    [['due', 'soon'], 'due takes a number of hours, 1 to 744: npm run admin -- due 48.'],
    [['due', '0'], 'due takes a number of hours, 1 to 744: npm run admin -- due 48.'],
    [['restored', 'a@b.test'], 'restored is about every account and takes no address.'],
    [['status', 'nobody@example.test'], 'There is no account with the address nobody@example.test.'],
    [['status', 'nobody'], '"nobody" is not an e-mail address.'],
    [['--force'], "Unknown option '--force'"],
  ])('%j is refused in one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });

  test('without a database, one sentence says what to check', async () => {
    const port = String(await freePort());
    const { code, stderr } = await adminCommand(['status', 'a@b.test'], { ...variables, DB_PORT: port });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PostgreSQL at \S+ cannot be used .*check DB_HOST, DB_PORT/),
    ]);
  });

  test('without settings, one sentence says where they may be', async () => {
    const { code, stderr } = await runScript('admin', ['status', 'a@b.test', '--data', dataDir]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No service has been started with its data in .*npm run start|npm start first/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('npm run admin -- --help needs no service', async () => {
    const { code, stdout, stderr } = await runScript('admin', ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run admin');
    expect(stdout).toContain('--data <folder>');
  });
});

describe('the settings', () => {
  test('of the latest start are found in its data folder, which only its owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'admin-'));
    const account = await openAccount(api);
    saveVariables(folder, variables);
    expect((await stat(join(folder, 'variables.json'))).mode & 0o777).toBe(0o600);
    expect(await runScript('admin', ['status', account.email, '--data', folder])).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  test('of a server are either all given or all from the latest start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'admin-'));
    await writeFile(
      join(folder, 'variables.json'),
      JSON.stringify({ JWT_SECRET: 's', DB_HOST: 'saved', DB_PORT: '5', DB_PASSWORD: 'p', REDIS_PORT: '6' }),
    );
    expect(settings({ DB_PORT: '1', LOG_LEVEL: 'debug' }, folder)).toEqual({
      JWT_SECRET: 's',
      LOG_LEVEL: 'debug',
      DB_HOST: 'saved',
      DB_PORT: '5',
      DB_PASSWORD: 'p',
      REDIS_PORT: '6',
    });
    expect(settings({ DB_HOST: 'given', JWT_SECRET: 'g' }, folder)).toEqual({
      JWT_SECRET: 'g',
      DB_HOST: 'given',
      REDIS_PORT: '6',
    });
    await rm(folder, { recursive: true });
  });
});
