/**
 * A whole service on skipped time: real API, worker, workflows, activities, PostgreSQL and SMTP, with the
 * time-skipping Temporal server's clock as the domain's clock everywhere.
 */
import { randomBytes } from 'node:crypto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkerOptions } from '@temporalio/worker';
import { pino } from 'pino';
import type { ActivityDeps } from '../../activities/index.ts';
import type { OutgoingMail } from '../../activities/smtp.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { createHeart, toleranceMs } from '../../db/liveness.ts';
import { relayOnce } from '../../worker/outbox.ts';
import { registerSearchAttributes } from '../../worker/schedules.ts';
import { bundleWorkflows, createWorkers } from '../../worker/workers.ts';
import { type Interval, switchWorkflowId } from '../../workflows/contract.ts';
import { startApi, type TestApi } from './api.ts';
import { fetchHistories, noteRuns, type RunHistory } from './run-histories.ts';
import { timeSkippingServer } from './servers.ts';
import { type MailWeather, weatherMailer } from './weather-mailer.ts';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** What the outside world does; tests change it. */
export interface Weather extends MailWeather {
  /** Outages that the liveness record would show; those ahead are not known before they begin. */
  api: Interval[];
  mail: Interval[];
  /** No mail server is configured at all. */
  mailUnconfigured: boolean;
  /** How far the reference clock is ahead. */
  skewMs: number;
  /** The worker cannot reach the database. */
  databaseDown: boolean;
}

export interface SwitchWorld extends TestApi {
  env: TestWorkflowEnvironment;
  taskQueue: string;
  weather: Weather;
  /** Every mail that the mail server took, oldest first. */
  sent: OutgoingMail[];
  /** The moment as the Temporal server has it. */
  time(): Promise<number>;
  /** Lets time pass; everything that comes due in between happens at its moment. */
  pass(ms: number): Promise<void>;
  /** Tells Temporal what the outbox holds, and waits until the workflows have looked. */
  settle(): Promise<void>;
  /** The mails that the mail server accepted about an owner's switch and account, oldest first. */
  mails(userId: string): Promise<MailRow[]>;
  /** Every run of every workflow so far. */
  everyRun(): Promise<RunHistory[]>;
  /** The runs of an owner's switch, oldest first. */
  histories(userId: string): Promise<RunHistory[]>;
  /** Stops the worker and starts another. */
  restartWorker(): Promise<void>;
}

export interface WorldOptions {
  env?: Record<string, string>;
  worker?: Partial<WorkerOptions>;
}

/** While a mail is being tried again, its success may leave messages to be relayed that no row tells of ahead. */
const WATCHFUL_MS = 6 * HOUR;

/** Bundled once per test file. */
let bundle: ReturnType<typeof bundleWorkflows> | null = null;

export function workflowBundle(): ReturnType<typeof bundleWorkflows> {
  if (bundle === null) {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
    bundle = bundleWorkflows();
  }
  return bundle;
}

/** What had happened by `now` of these outages. */
const known = (outages: readonly Interval[], now: number): Interval[] =>
  outages.filter(({ from }) => from < now).map(({ from, to }) => ({ from, to: Math.min(to, now) }));

export async function startWorld(options: WorldOptions = {}): Promise<SwitchWorld> {
  const bundled = workflowBundle();
  const { interceptor, started } = noteRuns();
  const temporal = await TestWorkflowEnvironment.createTimeSkipping({
    server: timeSkippingServer(),
    client: { interceptors: { workflow: [interceptor] } },
  });
  const { client, connection, nativeConnection, namespace = 'default' } = temporal;
  await registerSearchAttributes(connection, namespace);
  const weather: Weather = {
    api: [],
    mail: [],
    mailDown: false,
    mailUnconfigured: false,
    refused: new Set(),
    skewMs: 0,
    databaseDown: false,
  };
  const time = async () => Number(await temporal.currentTimeMs());
  const outages: ActivityDeps['outages'] = async (_from, to) => ({
    api: known(weather.api, to),
    mail: known(weather.mail, to),
  });
  const api = await startApi(options.env, { clock: time, outages });
  api.clock.now = await time();

  const sent: OutgoingMail[] = [];
  const mailer = weatherMailer(weather, sent);
  const taskQueue = `world-${randomBytes(6).toString('hex')}`;
  const { em } = api.orm;
  const orm = new Proxy(api.orm, {
    get(target, key) {
      if (key !== 'em') return Reflect.get(target, key);
      if (weather.databaseDown) throw new Error('the database is down');
      return em;
    },
  });
  const activities: ActivityDeps = {
    orm,
    clock: time,
    referenceClock: async () => (await time()) + weather.skewMs,
    outages,
    get mailer() {
      return weather.mailUnconfigured ? null : mailer;
    },
    mailHeart: createHeart('mail', toleranceMs(DAY)),
    rules: api.deps.rules,
    sign: api.deps.sign,
    seal: api.deps.seal,
    frontendUrl: api.origin,
    announce: api.deps.live.announce,
  };
  const startWorker = async () => {
    const workers = await createWorkers({
      connection: nativeConnection,
      namespace,
      taskQueue,
      activities,
      accountMailer: mailer,
      worker: { workflowBundle: await bundled, ...options.worker },
    });
    const running = Promise.all(workers.map((worker) => worker.run()));
    return async () => {
      for (const worker of workers) worker.shutdown();
      await running;
    };
  };
  let stopWorker = await startWorker();
  const relay = { orm: api.orm, client, taskQueue, log: pino({ level: 'silent' }) };

  /**
   * What is still on its way at this very moment: messages, workflows that have to look, mails. What was tried and is
   * being tried again is not: only time brings it further.
   */
  async function underWay(): Promise<number> {
    const [row] = await em.fork().execute<{ n: number }[]>(
      `select (select count(*) from outbox)::int
         + (select count(*) from switch s where status not in ('off', 'completed') and next_event_at <= ?
              and not exists (select 1 from mail where user_id = s.user_id and status = 'queued'
                and claimed_until <= clock_timestamp() and kind in ('reminder', 'final_notice')))::int
         + (select count(*) from mail where status = 'queued'
              and (claimed_until > clock_timestamp() or attempts = 0 and not ?))::int as n`,
      [new Date(await time()), weather.mailUnconfigured],
    );
    return row?.n ?? 0;
  }

  /** The moment of the next thing that a row tells of ahead. */
  async function nextStop(now: number): Promise<number> {
    const [row] = await em.fork().execute<{ at: Date | null; retrying: boolean }[]>(
      `select (select min(next_event_at) from switch
           where status not in ('off', 'completed') and next_event_at > ?) as at,
         exists (select 1 from mail where status = 'queued') as retrying`,
      [new Date(now)],
    );
    const next = row?.at ? new Date(row.at).getTime() + 1 : Number.POSITIVE_INFINITY;
    return row?.retrying || weather.databaseDown ? Math.min(next, now + WATCHFUL_MS) : next;
  }

  async function settle(): Promise<void> {
    // Nobody relays without a database, and what the workflows do about it needs time.
    if (weather.databaseDown) return;
    // Real time passes here and the server's stands still: everything under way ends, or is being tried again.
    const patience = Date.now() + 30_000;
    do {
      await relayOnce(relay);
      if ((await underWay()) === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    } while (Date.now() < patience);
    throw new Error('the world does not come to rest');
  }

  return {
    ...api,
    env: temporal,
    taskQueue,
    weather,
    sent,
    time,
    settle,
    async pass(ms) {
      await settle();
      const end = (await time()) + ms;
      for (let now = await time(); now < end; now = await time()) {
        await temporal.sleep(Math.max(1, Math.min(end, await nextStop(now)) - now));
        api.clock.now = await time();
        await settle();
      }
    },
    mails: (userId) =>
      em.fork().find(Mail, { userId, status: 'accepted' }, { orderBy: { acceptedAt: 'asc', id: 'asc' } }),
    everyRun: () => fetchHistories(client, started),
    histories: (userId) =>
      fetchHistories(
        client,
        started.filter(({ workflowId }) => workflowId === switchWorkflowId(userId)),
      ),
    async restartWorker() {
      await stopWorker();
      stopWorker = await startWorker();
    },
    async close() {
      await stopWorker();
      await temporal.teardown();
      mailer.close();
      await api.close();
    },
  };
}
