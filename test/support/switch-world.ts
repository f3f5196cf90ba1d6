/**
 * A whole service on skipped time: real API, worker, workflows, activities, PostgreSQL and SMTP, with the
 * time-skipping Temporal server's clock as the domain's clock everywhere.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { type ActivityDeps, createMailer, type Mailer } from '../../activities/index.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { createHeart, toleranceMs } from '../../db/liveness.ts';
import { relayOnce } from '../../worker/outbox.ts';
import { registerSearchAttributes } from '../../worker/schedules.ts';
import { createWorkers } from '../../worker/workers.ts';
import { type Interval, switchWorkflowId } from '../../workflows/contract.ts';
import { startApi, type TestApi } from './api.ts';
import { servers, timeSkippingServer } from './servers.ts';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;

export interface SwitchWorld extends TestApi {
  env: TestWorkflowEnvironment;
  taskQueue: string;
  /** The moment as the Temporal server has it. */
  time(): Promise<number>;
  /** Lets time pass, in steps between which the outbox is relayed; everything due in between happens. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Tells Temporal what the outbox holds, and waits until the workflows have looked. */
  settle(): Promise<void>;
  /** The mails that the mail server accepted for an owner, oldest first. */
  mails(userId: string): Promise<MailRow[]>;
  /** What the outside world does; tests change it. */
  weather: { api: Interval[]; mail: Interval[]; mailDown: boolean; skewMs: number; databaseDown: boolean };
  /** Events of every run of an owner's switch, oldest run first. */
  histories(userId: string): Promise<{ runId: string; events: number }[]>;
}

let runtimeInstalled = false;

export async function startWorld(env: Record<string, string> = {}): Promise<SwitchWorld> {
  if (!runtimeInstalled) {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
    runtimeInstalled = true;
  }
  const temporal = await TestWorkflowEnvironment.createTimeSkipping({ server: timeSkippingServer() });
  await registerSearchAttributes(temporal.connection, temporal.namespace ?? 'default');
  const weather: SwitchWorld['weather'] = {
    api: [],
    mail: [],
    mailDown: false,
    skewMs: 0,
    databaseDown: false,
  };
  const time = async () => Number(await temporal.currentTimeMs());
  const outages: ActivityDeps['outages'] = async () => ({ api: weather.api, mail: weather.mail });
  const api = await startApi(env, { clock: time, outages });
  api.clock.now = await time();

  const smtp = createMailer({
    host: servers.mail.host,
    port: servers.mail.port,
    secure: false,
    user: '',
    password: '',
    from: 'Vault Handover <vault@localhost>',
  });
  const mailer: Mailer = {
    ...smtp,
    send: (mail) => (weather.mailDown ? Promise.reject(new Error('down')) : smtp.send(mail)),
  };
  const taskQueue = `world-${randomBytes(6).toString('hex')}`;
  const em = api.orm.em;
  const orm = new Proxy(api.orm, {
    get(target, key) {
      if (key === 'em' && weather.databaseDown) throw new Error('the database is down');
      return key === 'em' ? em : Reflect.get(target, key);
    },
  });
  const workers = await createWorkers({
    connection: temporal.nativeConnection,
    namespace: temporal.namespace ?? 'default',
    taskQueue,
    activities: {
      orm,
      clock: time,
      referenceClock: async () => (await time()) + weather.skewMs,
      outages,
      mailer,
      mailHeart: createHeart('mail', toleranceMs(DAY)),
      rules: api.deps.rules,
      sign: api.deps.sign,
      seal: api.deps.seal,
      frontendUrl: api.origin,
    },
    worker: { workflowBundle: await workflowBundle() },
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  const relay = { orm: api.orm, client: temporal.client, taskQueue, log: pino({ level: 'silent' }) };

  /** What is still on its way at this very moment: messages, workflows that have to look, mails. */
  async function underWay(): Promise<number> {
    const [row] = await em.fork().execute<{ n: number }[]>(
      `select (select count(*) from outbox)::int
         + (select count(*) from switch where status not in ('off', 'completed') and next_event_at <= ?)::int
         + (select count(*) from mail where status = 'queued' and attempts = 0)::int as n`,
      [new Date(await time())],
    );
    return row?.n ?? 0;
  }

  async function settle(): Promise<void> {
    // Real time passes here and the server's stands still: everything under way ends, or is being tried again.
    const patience = Date.now() + (weather.mailDown || weather.databaseDown ? 300 : 10_000);
    do {
      await relayOnce(relay);
      if ((await underWay()) === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 3));
    } while (Date.now() < patience);
    if (!weather.mailDown && !weather.databaseDown) throw new Error('the world does not come to rest');
  }

  const world: SwitchWorld = {
    ...api,
    env: temporal,
    taskQueue,
    time,
    weather,
    settle,
    async pass(ms, stepMs = 6 * HOUR) {
      await settle();
      for (let left = ms; left > 0; left -= stepMs) {
        await temporal.sleep(Math.min(left, stepMs));
        api.clock.now = await time();
        await settle();
      }
    },
    mails: (userId) =>
      api.orm.em
        .fork()
        .find(Mail, { userId, status: 'accepted' }, { orderBy: { acceptedAt: 'asc', id: 'asc' } }),
    async histories(userId) {
      const runs: { runId: string; events: number }[] = [];
      let runId: string | undefined;
      for (;;) {
        const handle = temporal.client.workflow.getHandle(switchWorkflowId(userId), runId);
        const { events } = await handle.fetchHistory();
        const own = runId ?? (await handle.describe()).runId;
        runs.unshift({ runId: own, events: events?.length ?? 0 });
        const before = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
        if (!before) return runs;
        runId = before;
      }
    },
    async close() {
      for (const worker of workers) worker.shutdown();
      await running;
      await temporal.teardown();
      smtp.close();
      await api.close();
    },
  };
  return world;
}

let bundle: ReturnType<typeof bundleWorkflowCode> | null = null;

/** Bundled once per test file. */
function workflowBundle() {
  bundle ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  });
  return bundle;
}
