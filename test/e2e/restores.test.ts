/**
 * A week-old copy of the database while Temporal kept its state, and a week-old Temporal while the database went on. On
 * real servers, with days of 400 ms. As docs/operations.md says, the workers are stopped before a restore.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Activity } from '../../db/entities/activity.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import { silent } from '../../dev/cli/progress.ts';
import { query } from '../../dev/servers/postgres.ts';
import { startTemporal } from '../../dev/servers/temporal.ts';
import { spreadMs } from '../../switch/cycle.ts';
import { reconcileNow } from '../../worker/schedules.ts';
import { switchWorkflowId } from '../../workflows/contract.ts';
import { logIn, openAccount } from '../support/builders/account.ts';
import { switchOf } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor, buildSuccessor } from '../support/builders/owner.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { closeDatabase, dropDatabase } from '../support/servers/drop-database.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { use, useFolder } from '../support/use.ts';

const THRESHOLD_DAYS = 20;
const GRACE_DAYS = 2;
const WEEK_DAYS = 7;
/** How long warnings and invitations may take. The test waits only as long as it must. */
const TIMEOUT_MS = 150_000;

const folder = useFolder('restores-');
const temporal = await use(
  () => startTemporal({ dataDir: join(folder, 'server'), say: silent }),
  (it) => it.stop(),
);
const environment = await use(() => startWorkerEnvironment({ temporal: temporal.address }));

const days = (count: number) => new Promise((resolve) => setTimeout(resolve, count * environment.dayMs));

async function newOwner(): Promise<BuiltOwner> {
  const owner = await buildOwnerWithSuccessor(environment);
  const { status } = await owner.program.put('/inactivity/settings', { thresholdDays: THRESHOLD_DAYS });
  expect(status).toBe(200);
  return owner;
}

async function checkIn(owner: BuiltOwner): Promise<number> {
  expect((await owner.program.post('/activity/check-in')).status).toBe(200);
  return (await stateOf(owner)).lastSeenAt;
}

const stateOf = async (owner: { id: string }) => (await switchOf(environment, owner)).state;

/** Every mail about an owner's switch since then. One that was already on its way belongs to the time before. */
const mailsSince = async ({ id }: BuiltOwner, since: number) =>
  (
    await environment
      .em()
      .find(Mail, { userId: id, status: 'accepted' }, { orderBy: { acceptedAt: 'asc', id: 'asc' } })
  ).filter(({ createdAt }) => Number(createdAt) >= since);

const invited = (owner: BuiltOwner, since: number) =>
  until(
    'the invitation',
    async () => (await mailsSince(owner, since)).some(({ kind }) => kind === 'invitation'),
    TIMEOUT_MS,
  );

/** Waits for a whole silence since then: every warning once, in order, and nobody invited before its end. */
async function expectWholeSilence(owner: BuiltOwner, seenAt: number): Promise<void> {
  await invited(owner, seenAt);
  const mails = await mailsSince(owner, seenAt);
  // Mails about the restore, what it cancelled, and the test's own changes of settings, may come too.
  const others = ['handover_cancelled', 'security_change', 'restored'];
  const first = mails.find(({ kind }) => kind === 'invitation');
  // A week later, which may be before this reads them, the invitation is sent again.
  const again = Number(first?.acceptedAt) + 5 * environment.dayMs;
  const warnings = mails.filter(
    ({ kind, acceptedAt }) => !others.includes(kind) && (kind !== 'invitation' || Number(acceptedAt) < again),
  );
  expect(warnings.map(({ kind }) => kind)).toEqual([
    ...['reminder', 'reminder', 'reminder', 'final_notice', 'invitation'],
  ]);
  const [notice, invitation] = warnings.slice(3).map(({ acceptedAt }) => Number(acceptedAt));
  expect(notice! - seenAt).toBeGreaterThanOrEqual(THRESHOLD_DAYS * environment.dayMs);
  expect(invitation! - notice!).toBeGreaterThanOrEqual(GRACE_DAYS * environment.dayMs);
  expect((await stateOf(owner)).status).toBe('awaiting_successors');
}

/** The one mail about the restore. */
async function restoredMail({ email }: Pick<BuiltOwner, 'email'>): Promise<string> {
  const find = async () =>
    (await caughtMails(email)).filter(({ subject }) => subject.includes('restored a backup'));
  const [mail, ...more] = await until('the mail about the restore', async () => {
    const mails = await find();
    return mails.length > 0 ? mails : null;
  });
  expect(more).toEqual([]);
  return mail?.text.replace(/\s+/g, ' ') ?? '';
}

/** One mail and one record each, and clocks that start at different moments. */
async function expectTold(owners: readonly BuiltOwner[]): Promise<void> {
  for (const owner of owners) {
    expect(await restoredMail(owner)).toContain('Your confirmed successors:');
    expect(await environment.em().count(Activity, { userId: owner.id, type: 'restored' })).toBe(1);
    const { lastSeenAt, clockStartedAt } = await stateOf(owner);
    expect(clockStartedAt - lastSeenAt).toBe(spreadMs(owner.id, THRESHOLD_DAYS, environment.dayMs));
  }
}

/** Copies a database into a new one, replacing `to`. Nobody may be connected to either in the meantime. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const { host, port, user, password } = servers.postgres;
  const address = { host, port, user, password };
  await closeDatabase(address, from);
  try {
    await dropDatabase(address, to);
    await query(address, `create database ${to} template ${from}`);
  } finally {
    await query(address, `alter database ${from} with allow_connections true`);
  }
}

test('a week-old database under a Temporal that kept its state, then a week-old Temporal under the database', async () => {
  const name = environment.config.DB_NAME;
  const dump = `${name}_dump`;
  const back = await newOwner();
  const silentOne = await newOwner();
  const removed = await buildSuccessor(environment, back, { name: 'Removed Rita' });
  const leaver = await openAccount(environment);
  await buildSuccessor(environment, leaver);
  await days(THRESHOLD_DAYS * 0.6);
  await copyDatabase(name, dump);

  // In the following week, one owner comes back and removes a successor, one deletes the account, one is warned.
  const backAt = await checkIn(back);
  expect((await back.browser.delete(`/successors/${removed.id}`)).status).toBe(200);
  const leaving = await logIn(environment, leaver);
  const { password } = leaver;
  expect((await leaving.raw.delete('/auth/delete-account', { password })).status).toBe(200);
  const before = (await stateOf(silentOne)).lastSeenAt;
  await until('a warning', async () => (await mailsSince(silentOne, before)).length > 0, TIMEOUT_MS);
  await days(WEEK_DAYS / 2);
  // As every five minutes.
  await reconcileNow(environment.temporal, environment.taskQueue);

  await environment.stopWorker();
  await copyDatabase(dump, name);
  expect((await stateOf(back)).lastSeenAt).toBeLessThan(backAt);
  const restoredAt = Date.now();
  await environment.startWorker();
  for (const owner of [back, silentOne]) {
    const state = await stateOf(owner);
    expect(state).toMatchObject({ status: 'armed', epoch: 2, remindersAccepted: 0 });
    expect(state.lastSeenAt).toBeGreaterThanOrEqual(restoredAt);
  }
  const startedOver = (await stateOf(silentOne)).lastSeenAt;
  await expectTold([back, silentOne]);
  expect((await stateOf(back)).successors.map(({ id }) => id)).not.toContain(removed.id);
  expect(await restoredMail(back)).toContain('Removed Rita');
  expect(await stateOf(leaver)).toMatchObject({ status: 'off', successors: [] });
  expect(await restoredMail(leaver)).toContain('deleted account');

  // Puts a copy of Temporal's current state aside.
  const [files, aside] = [join(folder, 'server', 'temporal'), join(folder, 'aside')];
  await environment.stopWorker();
  await temporal.process.stop();
  await cp(files, aside, { recursive: true });
  await temporal.process.start();
  await environment.startWorker();

  // In the week after that, one comes back again, and a new owner joins.
  await days(WEEK_DAYS / 2);
  const seenAgain = await checkIn(back);
  const stranger = await newOwner();
  const strangerAt = (await stateOf(stranger)).clockStartedAt;
  await until('the workflow', () =>
    environment.temporal.workflow
      .getHandle(switchWorkflowId(stranger.id))
      .describe()
      .then(
        () => true,
        () => false,
      ),
  );
  await days(WEEK_DAYS / 2);

  await environment.stopWorker();
  await temporal.process.stop();
  await rm(files, { recursive: true });
  await cp(aside, files, { recursive: true });
  await temporal.process.start();
  // Reconcile gives a workflow two minutes to do what is due. The test does not wait that many days.
  await until(
    'something due for the one that Temporal does not know',
    async () => {
      const { nextEventAt } = await environment.em().findOneOrFail(Switch, { userId: stranger.id });
      return nextEventAt !== null && Number(nextEventAt) < Date.now();
    },
    TIMEOUT_MS,
  );
  await environment
    .em()
    .nativeUpdate(Switch, { userId: stranger.id }, { nextEventAt: new Date(Date.now() - 180_000) });
  await environment.startWorker();

  await expectWholeSilence(silentOne, startedOver);
  await expectWholeSilence(back, seenAgain);
  await expectWholeSilence(stranger, strangerAt);
  await query(servers.postgres, `drop database ${dump}`);
}, 480_000);
