import { beforeAll, describe, expect, test } from '@jest/globals';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { silent } from '../../dev/cli/progress.ts';
import { startTemporal } from '../../dev/servers/temporal.ts';
import { switchWorkflowId } from '../../workflows/contract.ts';
import { credentials } from '../support/builders/account.ts';
import { openGrace } from '../support/builders/open-grace.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { client, type TestReply } from '../support/clients/client.ts';
import { startHangingProxy } from '../support/servers/hanging-proxy.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { use, useFolder } from '../support/use.ts';

const folder = useFolder('temporal-down-');
const temporal = await use(
  () => startTemporal({ dataDir: folder, say: silent }),
  (it) => it.stop(),
);
const proxy = await use(() => startHangingProxy(temporal.address));
const environment = await use(() =>
  startWorkerEnvironment({ temporal: proxy.address, env: { DAY_LENGTH_MS: '86400000' } }),
);

/** An answer without the parts that differ between any two requests: IDs, times, addresses, signatures. */
const likeness = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(likeness);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, likeness(each)]));
  }
  return typeof value === 'string'
    ? value
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
        .replace(/\S+@example\.test/g, '<address>')
        .replace(/^[\w-]{43}$/, '<signature>')
        .replace(/^\d+$/, '<number>')
    : value;
};

interface Visit {
  /** What was requested, and what came back. */
  answers: unknown[];
  slowestMs: number;
  /** Whose switches it changed. */
  owners: BuiltOwner[];
}

/** The same requests each time, by owners of their own: reads, writes, and some to be refused. */
async function visit(): Promise<Visit> {
  const answers: unknown[] = [];
  let slowestMs = 0;
  const request = async (what: string, asking: () => Promise<TestReply>): Promise<TestReply> => {
    const began = performance.now();
    const reply = await asking();
    slowestMs = Math.max(slowestMs, performance.now() - began);
    answers.push([what, reply.status, likeness(reply.body)]);
    return reply;
  };
  const owner = await buildOwner(environment);
  const { browser, program } = owner;
  await request('add a successor', () =>
    browser.post('/successors', { email: uniqueEmail('successor'), name: 'Sam' }),
  );
  await buildSuccessor(environment, owner);
  await request('settings', () => browser.get('/inactivity/settings'));
  await request('a program checks in', () => program.post('/activity/check-in'));
  await request('a browser checks in', () => browser.post('/activity/check-in'));
  await request('pause', () => browser.post('/inactivity/pause'));
  await request('pause into the past', () =>
    browser.post('/inactivity/pause', { pausedUntil: '2020-01-01T00:00:00Z' }),
  );
  await request('resume', () => browser.post('/inactivity/resume'));
  await request('resume again', () => browser.post('/inactivity/resume'));
  await request('nonsense', () => browser.raw.put('/inactivity/settings', { thresholdDays: 'many' }));
  await request('cancel nothing', () => browser.post('/handover/cancel', {}));
  await request('answer nothing', () =>
    client(environment).post('/handover/respond', { token: 'no', response: 'accept' }),
  );
  await request('change the settings', () => browser.put('/inactivity/settings', { thresholdDays: 100 }));
  await request('timeline', () => browser.get('/inactivity/timeline'));
  await request('status', () => browser.get('/handover/status'));
  await request('activity', () => browser.get('/activity'));
  await request('successors', () => browser.get('/successors'));

  const back = await buildOwnerWithSuccessor(environment);
  await openGrace(environment, back.id, Date.now());
  await request('status in grace', () => back.program.get('/handover/status'));
  await request('a program changes settings in grace', () =>
    back.program.put('/inactivity/settings', { quorum: 2 }),
  );
  await request('cancel', () => back.program.post('/handover/cancel', { reason: 'I am here' }));
  await openGrace(environment, back.id, Date.now());
  await request('check in during grace', () => back.browser.post('/activity/check-in'));
  await request('status after grace', () => back.browser.get('/handover/status'));

  const left = await buildOwner(environment);
  const { id } = await buildSuccessor(environment, left);
  await request('remove the last successor', () => left.browser.delete(`/successors/${id}`));
  await request('status without successors', () => left.browser.get('/handover/status'));

  const account = credentials();
  const { email, password } = account;
  await request('register', () => client(environment).post('/auth/register', account));
  await request('log in unverified', () => client(environment).post('/auth/login', { email, password }));
  await request('health', async () => withoutFigures(await client(environment).get('/health')));
  return { answers, slowestMs, owners: [owner, back, left] };
}

/** Health says what it measured, and reporting that Temporal is down is its job. */
const withoutFigures = (reply: TestReply): TestReply => ({ ...reply, body: { version: reply.body.version } });

/** Temporal knows of every change: nothing is waiting, and each workflow shows what its row says. */
async function caughtUp({ owners }: Visit): Promise<void> {
  await until('the outbox to be empty', async () => (await environment.em().count(Outbox, {})) === 0, 60_000);
  for (const { id, browser } of owners) {
    const { body } = await browser.get('/inactivity/settings');
    const { status, deadline } = body.settings;
    const handle = environment.temporal.workflow.getHandle(switchWorkflowId(id));
    await until(`the workflow to show ${status} until ${deadline}`, async () => {
      const described = await handle.describe().catch(() => null);
      const { SwitchStatus, NextDeadline } = described?.searchAttributes ?? {};
      const moment = (NextDeadline as Date[] | undefined)?.[0];
      // The client reads a removed attribute as the first moment of 1970.
      const shown = moment && moment.getTime() > 0 ? moment.toISOString() : null;
      return SwitchStatus?.[0] === status && shown === deadline;
    });
    const row = await environment.em().findOneOrFail(Switch, { userId: id });
    if (status === 'off') expect(row.nextEventAt).toBeNull();
    else expect(row.nextEventAt?.getTime()).toBeGreaterThan(Date.now());
  }
}

/** Waiting for Temporal would take ten seconds. A busy machine is slow with Temporal up, too. */
const soonMs = (usual: Visit) => Math.max(8_000, 5 * usual.slowestMs);

// test/worker/outbox.test.ts tests that nothing is lost if Temporal is down for longer than the relay waits.
describe('the API while Temporal is away', () => {
  let usual: Visit;
  beforeAll(async () => {
    usual = await visit();
    await caughtUp(usual);
  });

  test('answers as expected while Temporal is up', () => {
    const statuses = usual.answers.map((answer) => (answer as [string, number])[1]);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 401, 403, 409]));
  });

  test('answers the same and as fast while Temporal hangs, which learns everything once it is back', async () => {
    proxy.hang();
    const visited = await visit();
    expect(visited.answers).toEqual(usual.answers);
    expect(visited.slowestMs).toBeLessThan(soonMs(usual));
    expect(await environment.em().count(Outbox, {})).toBeGreaterThan(0);
    proxy.open();
    await caughtUp(visited);
  });

  test('answers the same and as fast while Temporal is dead, which learns everything once it is back', async () => {
    await temporal.process.kill();
    const visited = await visit();
    expect(visited.answers).toEqual(usual.answers);
    expect(visited.slowestMs).toBeLessThan(soonMs(usual));
    expect(await environment.em().count(Outbox, {})).toBeGreaterThan(0);
    await temporal.process.start();
    await caughtUp(visited);
  });
});
