/** What an operator sees of switches and owners: `status`, `due` and `stuck`. */
import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type Activities, type ActivityDeps, createActivities } from '../../activities/index.ts';
import { makeCrowd } from '../../bench/crowd.ts';
import { countAgain } from '../../db/counts.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { bringTo, invite, switchOf, take } from '../support/builders/handover.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { type SmtpListener, startSmtpListener } from '../support/servers/smtp-listener.ts';
import { useAdmin } from '../support/servers/use-admin.ts';

const DAY = 86_400_000;

const { api, admin, lastEntry, armedOwner } = await useAdmin();

describe('status', () => {
  test('without an address shows the service at a glance, and nobody in it', async () => {
    const owner = await armedOwner();
    const toWebhook = { key: 'w', kind: 'channel_reminder', recipient: '', byMail: false } as const;
    await ensureMail(api.em(), { ...toWebhook, userId: owner.id }, new Date());
    await countAgain(api.em(), new Date(), api.deps.rules, 0);
    await api.em().execute(`update judged_database set judged_at = now() - interval '31 minutes'`);
    const { code, stdout } = await admin('status');
    expect(code).toBe(0);
    for (const line of [
      /^Version +\d/m,
      /^Database +all \d+ migrations applied$/m,
      /^Clock +trusted$/m,
      /^Redis +answers$/m,
      /^Workers +none reports: mails and switches wait$/m,
      /^Returned mail +nobody reads the reports/m,
      /^Queued mails +none$/m,
      /^For Temporal +1, the oldest since 20/m,
      /^Reconcile +last judged the database .+, but should every 5 minutes/m,
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
    // No API was up, so all the time since then is an outage, and is credited.
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
    // There are no outages: an API was always up.
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

/**
 * Proves that API and mail were up for as long as these tests look back, so that no outage is credited, and for as far
 * ahead as clocks may be apart, so that the service stays up during a test.
 */
async function alwaysUp(): Promise<void> {
  await api.em().nativeDelete(Liveness, {});
  const beatAt = new Date(Date.now() + MAX_CLOCK_SKEW_MS - 60_000);
  const always = { startedAt: new Date(Date.now() - 400 * DAY), beatAt };
  for (const service of ['api', 'mail'] as const) {
    await api.em().insert(Liveness, { id: randomUUIDv7(), service, ...always });
  }
}
