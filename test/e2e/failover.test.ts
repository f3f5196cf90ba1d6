/**
 * A replica that lagged behind is promoted, and owners had checked in with the primary since. On real servers, with days
 * of 400 ms: a PostgreSQL of its own and its standby, which takes over its port.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { mintToken } from '../../db/tokens.ts';
import { silent } from '../../dev/cli/progress.ts';
import { type PostgresServer, startPostgres } from '../../dev/servers/postgres.ts';
import { caughtUp, makeStandby, promote } from '../../dev/servers/standby.ts';
import type { SwitchStatus } from '../../switch/state.ts';
import { ensureReconcileSchedule } from '../../worker/schedules.ts';
import { reconcileScheduleId } from '../../workflows/contract.ts';
import { switchOf } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { migrateTemplate } from '../support/servers/migrated-template.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { startWorkerEnvironment, type WorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';

const THRESHOLD_DAYS = 20;
const GRACE_DAYS = 30;
/** How long warnings and invitations may take on a busy machine. The test waits only as long as it must. */
const TIMEOUT_MS = 150_000;

let folder: string;
let primary: PostgresServer;
let standby: PostgresServer | undefined;
let environment: WorkerEnvironment;
const standbyFolder = () => join(folder, 'standby');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failover-'));
  // PostgreSQL's own user must be able to enter it.
  await chmod(folder, 0o711);
  primary = await startPostgres({ dataDir: join(folder, 'primary'), durable: false, say: silent });
  const { host, port, user, password } = primary;
  // The databases of this file are in a PostgreSQL of its own.
  Object.assign(servers.postgres, { host, port, user, password });
  await migrateTemplate(servers.postgres);
  environment = await startWorkerEnvironment({ env: { GRACE_PERIOD_HOURS: String(24 * GRACE_DAYS) } });
  await makeStandby(primary, standbyFolder());
  standby = await startPostgres({ dataDir: standbyFolder(), durable: false, say: silent });
});
afterAll(async () => {
  await environment.close();
  await standby?.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

const stateOf = async (owner: { id: string }) => (await switchOf(environment, owner)).state;
const reached = (owner: BuiltOwner, status: SwitchStatus) =>
  until(status, async () => (await stateOf(owner)).status === status, TIMEOUT_MS);

interface Silent extends BuiltOwner {
  successorId: string;
}

async function silentOwner(): Promise<Silent> {
  const owner = await buildOwner(environment);
  const { id: successorId } = await buildSuccessor(environment, owner);
  await owner.program.put('/inactivity/settings', { thresholdDays: THRESHOLD_DAYS });
  return { ...owner, successorId };
}

/** The link in an invitation that has arrived. */
async function invited(owner: Silent): Promise<string> {
  await reached(owner, 'awaiting_successors');
  await until('the invitation', () =>
    environment.em().findOne(Mail, { userId: owner.id, kind: 'invitation', status: 'accepted' }),
  );
  const { handover } = await stateOf(owner);
  const request = { purpose: 'response', userId: owner.id, successorId: owner.successorId } as const;
  return mintToken(
    environment.em(),
    environment.deps.tokenSigner,
    { ...request, handoverId: handover!.id },
    new Date(),
  );
}
const respond = (token: string, response = 'accept') =>
  client(environment).raw.post('/handover/respond', { token, response });
const read = (token: string) => client(environment).raw.get(`/vault/successor-access?token=${token}`);
const invitations = ({ id }: BuiltOwner) => environment.em().count(Mail, { userId: id, kind: 'invitation' });

test('an acknowledged check-in that the promoted replica lacks releases nothing and opens nothing', async () => {
  const [asked, opened] = await Promise.all([silentOwner(), silentOwner()]);
  const [askedToken, openedToken] = [await invited(asked), await invited(opened)];
  const { body } = await respond(openedToken);
  const accessToken: string = body.accessToken;
  expect((await read(accessToken)).status).toBe(200);
  const warned = await silentOwner();
  await reached(warned, 'grace_period');

  // The replica receives nothing from here on, and its primary is lost.
  await caughtUp(primary, standby!);
  await standby!.stop();
  for (const owner of [asked, opened, warned]) {
    expect((await owner.program.post('/activity/check-in')).status).toBe(200);
    expect((await stateOf(owner)).status).toBe('armed');
  }
  // For as long as Temporal has no Schedule, nobody can judge the replica.
  const schedule = environment.temporal.schedule.getHandle(reconcileScheduleId(environment.taskQueue));
  await schedule.delete();
  await primary.process.kill();
  standby = await startPostgres({
    dataDir: standbyFolder(),
    port: primary.port,
    durable: false,
    say: silent,
  });
  await promote(standby);
  await until(
    'the API to answer',
    async () => (await asked.program.raw.get('/inactivity/settings')).status === 200,
  );

  // According to the replica, everything goes on: the grace period ends, and links are valid.
  const stale = await stateOf(warned);
  expect(stale.status).toBe('grace_period');
  const [before, askedBefore] = await Promise.all([warned, asked].map(invitations));
  const over = stale.finalNoticeAt! + 3 * GRACE_DAYS * environment.dayMs;
  await until('a grace period to be over thrice', () => Date.now() > over, TIMEOUT_MS);
  for (const reply of [await respond(askedToken), await respond(openedToken), await read(accessToken)]) {
    await expectProblem(reply, '503 dependency_unavailable');
    expect(reply.headers.get('retry-after')).toBe('5');
  }
  const { settings } = (await warned.program.get('/inactivity/settings')).body;
  expect(settings).toMatchObject({ status: 'grace_period', holds: ['database_changed'] });
  expect(await Promise.all([warned, asked].map(invitations))).toEqual([before, askedBefore]);
  expect(before).toBe(0);
  expect((await stateOf(asked)).status).toBe('awaiting_successors');
  // What stops a release always works.
  expect((await respond(askedToken, 'owner_alive')).status).toBe(200);

  // The memory of the Schedule is lost with it. The row that the replica brought along is enough.
  await ensureReconcileSchedule(environment.temporal, environment.taskQueue);
  const judged = await until(
    'the replica to be judged',
    () => environment.em().findOne(Restoration, { reason: 'timeline' }),
    TIMEOUT_MS,
  );
  for (const owner of [asked, opened, warned]) {
    const state = await stateOf(owner);
    expect(state).toMatchObject({ status: 'armed', epoch: 2, handover: null });
    expect(state.lastSeenAt).toBe(judged.restoredAt.getTime());
  }
  await expectProblem(respond(askedToken), '410 handover_ended');
  expect((await read(accessToken)).body.code).toMatch(/access_not_released|handover_ended/);

  // And then it goes on: everybody is warned again in full, and the successors are asked.
  const mails = () =>
    environment
      .em()
      .find(
        Mail,
        { userId: warned.id, status: 'accepted', createdAt: { $gt: judged.restoredAt } },
        { orderBy: { acceptedAt: 'asc' } },
      );
  const all = await until(
    'an invitation and the mail about the restore',
    async () => {
      const kinds = (await mails()).map(({ kind }) => kind);
      return kinds.includes('invitation') && kinds.includes('restored') && kinds;
    },
    TIMEOUT_MS,
  );
  // It may arrive before the first warnings or after them. A week later, the invitation is sent again.
  const warnings = all.filter((kind) => kind !== 'restored');
  expect(warnings.slice(0, warnings.indexOf('invitation') + 1)).toEqual([
    ...['reminder', 'reminder', 'reminder', 'final_notice', 'invitation'],
  ]);
  expect(warnings.slice(5).filter((kind) => kind !== 'invitation')).toEqual([]);
  expect(all.filter((kind) => kind === 'restored')).toHaveLength(1);
}, 480_000);
