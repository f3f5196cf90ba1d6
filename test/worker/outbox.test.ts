import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { Outbox } from '../../db/entities/outbox.ts';
import { queueMail } from '../../db/mail.ts';
import type { Orm } from '../../db/orm.ts';
import { type OutboxMessage, putMessage, REPLACE_WORKFLOW, takeMessages } from '../../db/outbox.ts';
import { type RelayDeps, relayOnce, startRelay } from '../../worker/outbox.ts';
import { accountTaskQueue, mailWorkflowId, switchWorkflowId } from '../../workflows/contract.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { type HangingProxy, startHangingProxy } from '../support/servers/hanging-proxy.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { shownOf } from '../support/shown-of-workflow.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const database = await use(migratedDatabase, (it) => it.drop());
const connection = await use(() => Connection.connect({ address: servers.temporal.address }));
const deps: RelayDeps = {
  orm: database.orm,
  client: new Client({ connection, namespace: servers.temporal.namespace }),
  taskQueue: `outbox-${randomBytes(6).toString('hex')}`,
  log: pino({ level: 'silent' }),
};
const hanging = await use(startHanging);
beforeEach(async () => {
  await database.orm.em.fork().nativeDelete(Outbox, {});
});

const em = () => database.orm.em.fork();
const put = async (kind: OutboxMessage['kind'] = 'switch', subjectId: string = randomUUIDv7()) => {
  await putMessage(em(), { kind, subjectId, seq: kind === 'switch' ? 1 : 0 }, new Date());
  return subjectId;
};
const putMany = (count: number) => Promise.all(Array.from({ length: count }, () => put()));
const waiting = async () =>
  (await em().find(Outbox, {}, { orderBy: { id: 'asc' } })).map((row) => row.subjectId);
const started = (workflowId: string) =>
  deps.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(({ taskQueue, type }) => ({ taskQueue, type }));

/** A working Temporal that ignores some workflows. */
const refusing = (refused: ReadonlySet<string>): RelayDeps => {
  const workflow = new Proxy(deps.client.workflow, {
    get(target, key) {
      if (key !== 'signalWithStart') return Reflect.get(target, key);
      return (type: string, options: Parameters<typeof target.signalWithStart>[1]) =>
        refused.has(options.workflowId)
          ? Promise.reject(new Error('refused'))
          : target.signalWithStart(type, options);
    },
  });
  const client = new Proxy(deps.client, {
    get: (target, key) => (key === 'workflow' ? workflow : Reflect.get(target, key).bind(target)),
  });
  return { ...deps, client };
};

describe('the outbox relay', () => {
  test('delivers each message to its workflow, then deletes it', async () => {
    const owner = await put('switch');
    const mail = await put('mail');
    const accountMail = await put('account_mail');
    expect(await relayOnce(deps)).toBe(3);
    expect(await waiting()).toEqual([]);
    expect(await started(switchWorkflowId(owner))).toEqual({
      type: 'switchWorkflow',
      taskQueue: deps.taskQueue,
    });
    expect(await started(mailWorkflowId(mail))).toEqual({ type: 'mailWorkflow', taskQueue: deps.taskQueue });
    expect(await started(mailWorkflowId(accountMail))).toEqual({
      type: 'mailWorkflow',
      taskQueue: accountTaskQueue(deps.taskQueue),
    });
    expect(await relayOnce(deps)).toBe(0);
  });

  test('labels the workflow of each mail with its kind and its owner, never with the address', async () => {
    const [userId, recipient] = [randomUUIDv7(), 'ada@example.test'];
    const request = { key: `reminder/${userId}`, kind: 'reminder', recipient, userId };
    await queueMail(em(), request, new Date());
    const [subjectId = ''] = await waiting();
    await relayOnce(deps);
    const handle = deps.client.workflow.getHandle(mailWorkflowId(subjectId));
    expect(await (await handle.describe()).staticSummary()).toBe(`reminder of ${userId}`);
    const history = await handle.fetchHistory();
    const started = history.events?.[0];
    // The input names the mail alone, so the workflow's code never sees the rest.
    const input = started?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    expect(input.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()))).toEqual([
      { mailId: subjectId },
    ]);
    const shown = await shownOf(handle);
    expect(shown).toContain(userId);
    expect(shown).not.toContain('example.test');
  });

  test('lets a warning to another way overtake the mail that waits', async () => {
    const own = { ...deps, taskQueue: `${deps.taskQueue}-overtaking` };
    const queue = async (kind: string) => {
      const key = `${kind}/${randomUUIDv7()}`;
      await queueMail(em(), { key, kind, recipient: 'ada@example.test', userId: randomUUIDv7() }, new Date());
    };
    const mails = 96;
    for (let n = 0; n < mails; n += 1) await queue('access');
    await relayOnce(own);
    await queue('channel_reminder');
    const [warning = ''] = await waiting();
    await relayOnce(own);
    const { namespace } = servers.temporal;
    const taskQueue = { name: own.taskQueue };
    const { workflowService } = connection;
    await until('a backlog', async () => {
      const { stats } = await workflowService.describeTaskQueue({ namespace, taskQueue, reportStats: true });
      return Number(stats?.approximateBacklogCount) === mails + 1;
    });
    // Each poll asks one of the queue's four partitions by chance, and the warning waits in one of them: a few mails
    // may come first. If nothing overtakes, nearly all do.
    let before = 0;
    for (; ; before += 1) {
      const polled = await connection.withDeadline(Date.now() + 10_000, () =>
        workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity: 'test' }),
      );
      if (polled.workflowExecution?.workflowId === mailWorkflowId(warning)) break;
    }
    expect(before).toBeLessThan(mails / 2);
  });

  test('signals a running switch, and treats the message of a mail that has a workflow as delivered', async () => {
    const owner = await put('switch');
    const mail = await put('mail');
    await relayOnce(deps);
    await put('switch', owner);
    await put('mail', mail);
    expect(await relayOnce(deps)).toBe(2);
    const { events } = await deps.client.workflow.getHandle(switchWorkflowId(owner)).fetchHistory();
    const signals = events?.filter((event) => event.workflowExecutionSignaledEventAttributes);
    expect(signals).toHaveLength(2);
  });

  test('restarts the workflow of a mail that may be retried at once', async () => {
    const mail = await put('mail');
    await relayOnce(deps);
    const runOf = async () => (await deps.client.workflow.getHandle(mailWorkflowId(mail)).describe()).runId;
    const first = await runOf();
    await put('mail', mail);
    await relayOnce(deps);
    expect(await runOf()).toBe(first);
    await putMessage(em(), { kind: 'mail', subjectId: mail, seq: REPLACE_WORKFLOW }, new Date());
    await relayOnce(deps);
    expect(await runOf()).not.toBe(first);
    expect(await waiting()).toEqual([]);
  });

  test('a relay that dies between delivering and deleting delivers again, and nothing is lost', async () => {
    const subjects = await putMany(5);
    const told: string[] = [];
    const crash = takeMessages(em(), 100, async (messages) => {
      told.push(...messages.map(({ subjectId }) => subjectId));
      throw new Error('crashed');
    });
    await expect(crash).rejects.toThrow('crashed');
    expect(told.sort()).toEqual([...subjects].sort());
    expect((await waiting()).sort()).toEqual([...subjects].sort());
    expect(await relayOnce(deps)).toBe(5);
    await Promise.all(subjects.map((subject) => started(switchWorkflowId(subject))));
  });

  test('keeps only the messages that Temporal refused, and delivers them the next time', async () => {
    const subjects = await putMany(10);
    const refused = subjects.slice(3, 5);
    expect(await relayOnce(refusing(new Set(refused.map(switchWorkflowId))))).toBe(8);
    expect((await waiting()).sort()).toEqual([...refused].sort());
    expect(await relayOnce(deps)).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  test('two relays at once deliver everything, each message once, and never deadlock', async () => {
    const subjects = await putMany(450);
    const told: string[] = [];
    const drain = async () => {
      for (;;) {
        const taken = await takeMessages(em(), 100, async (messages) => {
          told.push(...messages.map(({ subjectId }) => subjectId));
          // Keeps its rows locked while the others look for theirs.
          await em().execute('select pg_sleep(0.02)');
          return messages.map(({ id }) => id);
        });
        if (taken === 0 && (await waiting()).length === 0) return;
      }
    };
    await Promise.all([drain(), drain(), drain()]);
    expect(told).toHaveLength(450);
    expect(new Set(told)).toEqual(new Set(subjects));
  });

  test('a message that commits late is delivered although later ones came first', async () => {
    const [late, early] = [randomUUIDv7(), randomUUIDv7()];
    await em().transactional(async (tx) => {
      await putMessage(tx, { kind: 'switch', subjectId: late, seq: 1 }, new Date());
      await put('switch', early);
      expect(await relayOnce(deps)).toBe(1);
    });
    expect(await waiting()).toEqual([late]);
    expect(await relayOnce(deps)).toBe(1);
  });

  test('keeps none of its calls in memory', async () => {
    const { signal } = new AbortController();
    await putMany(3);
    expect(await relayOnce(deps, signal)).toBe(3);
    // Temporal's client adds a listener with each call, and never removes it.
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('keeps going until it is stopped, even if the database fails', async () => {
    let failing = false;
    let failures = 0;
    const failed = () => {
      failures += 1;
    };
    const log = pino({ level: 'warn' }, { write: () => failed() });
    const orm = new Proxy(database.orm, {
      get(target, key) {
        if (key === 'em' && failing) throw new Error('the database is down');
        return Reflect.get(target, key);
      },
    });
    const relay = startRelay({ ...deps, orm, log });
    await put();
    await until('the message told', async () => (await waiting()).length === 0);
    failing = true;
    await put();
    await until('a failure', () => failures > 0);
    failing = false;
    await until('the message told', async () => (await waiting()).length === 0);
    await relay.stop();
    const left = await put();
    expect(await waiting()).toEqual([left]);
  });
});

describe('a Temporal that takes connections and never answers', () => {
  test('keeps its rows locked for about ten seconds and no longer; then another relay can pass them on', async () => {
    expect(await hanging.relayed).toEqual({ told: 0, heldMs: expect.any(Number) });
    const { heldMs } = await hanging.relayed;
    expect(heldMs).toBeGreaterThan(5_000);
    // Without a limit of its own, the relay would keep its rows locked for as long as Temporal doesn't answer.
    expect(heldMs).toBeLessThan(20_000);
    expect(await relayOnce({ ...deps, orm: hanging.deps.orm })).toBe(3);
  });

  test('does not hold up a relay that is told to stop', async () => {
    await put();
    const relay = startRelay({ ...hanging.deps, orm: database.orm });
    await until('the row is locked', () => rowsLocked(database.orm));
    const began = performance.now();
    await relay.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await rowsLocked(database.orm)).toBe(false);
    expect(await waiting()).toHaveLength(1);
  });
});

/** Asks PostgreSQL about connections: looking for free rows would take them from the relay for a moment. */
async function rowsLocked(orm: Orm): Promise<boolean> {
  const [row] = await orm.em.fork().execute<{ held: number }[]>(
    `select count(*)::int as held from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and query like '%from outbox%'`,
  );
  return row?.held === 1;
}

/** Three messages in a database of their own, sent to a Temporal that hangs while the other tests run. */
async function startHanging() {
  const apart = await migratedDatabase();
  for (let i = 0; i < 3; i += 1) {
    await putMessage(apart.orm.em.fork(), { kind: 'switch', subjectId: randomUUIDv7(), seq: 1 }, new Date());
  }
  const proxy: HangingProxy = await startHangingProxy(servers.temporal.address);
  const behindProxy = await Connection.connect({ address: proxy.address });
  proxy.hang();
  const relay: RelayDeps = {
    ...deps,
    orm: apart.orm,
    client: new Client({ connection: behindProxy, namespace: servers.temporal.namespace }),
  };
  const began = performance.now();
  const relayed = relayOnce(relay).then((told) => ({ told, heldMs: performance.now() - began }));
  await until('the rows are locked', () => rowsLocked(apart.orm));
  return {
    deps: relay,
    relayed,
    async close() {
      await behindProxy.close();
      await proxy.close();
      await apart.drop();
    },
  };
}
