/**
 * A whole service on skipped time: real API, worker, workflows, activities, PostgreSQL and SMTP. The clock of the time-
 * skipping Temporal server is everybody's clock.
 */
import '../quiet-runtime.ts';
import { randomBytes } from 'node:crypto';
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkerOptions } from '@temporalio/worker';
import type { ActivityDeps } from '../../../activities/index.ts';
import { Mail, type MailRow } from '../../../db/entities/mail.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import type { OutgoingMail } from '../../../mail/smtp.ts';
import type { Interval } from '../../../switch/plan.ts';
import { configuredDeps } from '../../../worker/configured-deps.ts';
import { relayOnce } from '../../../worker/outbox.ts';
import { registerSearchAttributes } from '../../../worker/schedules.ts';
import { createWorkers } from '../../../worker/workers.ts';
import { switchWorkflowId } from '../../../workflows/contract.ts';
import { uniqueEmail } from '../builders/owner.ts';
import { fetchHistories, noteRuns, type RunHistory } from '../run-histories.ts';
import { quietLog } from '../run-log.ts';
import { startApi, type TestApi } from './api.ts';
import { startTimeSkipping } from './time-skipping.ts';
import { type MailFaults, unreliableMailer } from './unreliable-mailer.ts';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** What happens outside the service. Tests change it. */
export interface EnvironmentFaults extends MailFaults {
  /** Outages as the liveness record would show them. Those ahead are not known before they begin. */
  api: Interval[];
  mail: Interval[];
  /** No mail server is configured at all. */
  mailUnconfigured: boolean;
  /** How far the reference clock is ahead. */
  skewMs: number;
  /** The worker cannot reach the database. */
  databaseDown: boolean;
}

export interface SwitchEnvironment extends TestApi {
  env: TestWorkflowEnvironment;
  taskQueue: string;
  /** Milliseconds of a day of this environment, fewer than usual if `DAY_LENGTH_MS` says so. */
  dayMs: number;
  faults: EnvironmentFaults;
  /** Every mail that the mail server accepted, oldest first. */
  sent: OutgoingMail[];
  /** The time, to the minute. */
  time(): Promise<number>;
  /** Lets time pass until a moment. Everything that falls due in between happens when it is due. */
  passTo(moment: number): Promise<void>;
  /** Tells Temporal what the outbox holds, and waits until the workflows have looked. */
  settle(): Promise<void>;
  /** The mails that the mail server accepted about an owner's switch and account, oldest first. */
  mails(userId: string): Promise<MailRow[]>;
  /** Every run of every workflow so far. */
  everyRun(): Promise<RunHistory[]>;
  /** The runs of an owner's switch, oldest first. */
  histories(userId: string): Promise<RunHistory[]>;
}

export interface SwitchEnvironmentOptions {
  env?: Record<string, string>;
  worker?: Partial<WorkerOptions>;
  /** How long the server waits for a worker that has taken a workflow's task. */
  taskTimeoutMs?: number;
}

/**
 * The domain's clock ticks in minutes. While something is under way, the server's time runs like real time, so events
 * of the same moment would otherwise be some milliseconds apart, and so would everything that follows from them.
 */
const TICK_MS = 60_000;

/**
 * How long after a moment the environment stops. A timer fires a little late, as it is set a little after its moment was
 * computed; and the time-skipping server never goes on once a workflow cancels a timer that fires at that very time,
 * as it does when a signal comes in between.
 */
const AFTER_MS = 5_000;

/** A little more than the longest pause before an activity is retried. */
const BACKOFF_MS = 6 * 60_000;

/** While a mail is being retried, its success may leave messages that no row announces in advance. */
const WATCHFUL_DAYS = 0.25;

/** The part of these outages that lies before `now`. */
const known = (outages: readonly Interval[], now: number): Interval[] =>
  outages.filter(({ from }) => from < now).map(({ from, to }) => ({ from, to: Math.min(to, now) }));

export async function startSwitchEnvironment(
  options: SwitchEnvironmentOptions = {},
): Promise<SwitchEnvironment> {
  const { interceptor, started } = noteRuns(options.taskTimeoutMs);
  const temporal = await startTimeSkipping({ interceptors: { workflow: [interceptor] } });
  const { client, connection, nativeConnection, namespace = 'default' } = temporal;
  await registerSearchAttributes(connection, namespace);
  const faults: EnvironmentFaults = {
    api: [],
    mail: [],
    mailDown: false,
    mailUnconfigured: false,
    refused: new Set(),
    refusedForGood: new Set(),
    skewMs: 0,
    databaseDown: false,
  };
  const serverTime = async () => Number(await temporal.currentTimeMs());
  const time = async () => Math.floor((await serverTime()) / TICK_MS) * TICK_MS;
  // Time stands still while an activity runs, so each asks only once, however often it needs the time.
  const seen = new WeakMap<object, Promise<number>>();
  const clock = () => {
    const activity = activityContext.getStore();
    if (!activity) return time();
    const at = seen.get(activity) ?? time();
    seen.set(activity, at);
    return at;
  };
  const outages: ActivityDeps['outages'] = async (_from, to) => ({
    api: known(faults.api, to),
    mail: known(faults.mail, to),
  });
  const api = await startApi(options.env, { clock: time, outages });
  api.clock.now = await time();
  const { dayMs } = api.deps.rules;

  const sent: OutgoingMail[] = [];
  const mailer = unreliableMailer(faults, sent);
  const taskQueue = `environment-${randomBytes(6).toString('hex')}`;
  const { em } = api.orm;
  const orm = new Proxy(api.orm, {
    get(target, key) {
      if (key !== 'em') return Reflect.get(target, key);
      if (faults.databaseDown) throw new Error('the database is down');
      return em;
    },
  });
  const activities: ActivityDeps = {
    ...configuredDeps(api.config),
    orm,
    clock,
    referenceClock: async () => (await clock()) + faults.skewMs,
    outages,
    get mailer() {
      return faults.mailUnconfigured ? null : mailer;
    },
    mailHeartbeatRecorder: createHeartbeatRecorder('mail', toleranceMs(DAY)),
    files: api.deps.files,
    // Only for this environment: the mail catcher is shared.
    operators: [uniqueEmail('operator')],
    announce: api.deps.live.announce,
  };
  const workers = await createWorkers({
    connection: nativeConnection,
    namespace,
    taskQueue,
    activities,
    accountMailer: mailer,
    ...(options.worker ? { worker: options.worker } : {}),
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  const relay = { orm: api.orm, client, taskQueue, log: quietLog() };

  /** The latest moment at which the database is known to have been away. The workflows retry within minutes. */
  let databaseBackAt = 0;

  /**
   * What is still under way at this moment: messages, workflows that must look, mails. Retries are left out, because
   * only time moves them on.
   */
  async function underWay(): Promise<string[]> {
    const now = await serverTime();
    const rows = await em.fork().execute<{ what: string }[]>(
      `select kind || ' message for ' || subject_id as what from outbox
       union all select 'look at ' || status || ' ' || user_id from switch s
         where status not in ('off', 'completed') and next_event_at <= ? and not ?
       union all select 'mail ' || kind || ' ' || id from mail
         where status = 'queued' and (claimed_until > clock_timestamp() or attempts = 0 and not ?)
       union all select 'note of mail ' || m.id from mail m
         join invitee i on i.handover_id = m.handover_id and i.successor_id = m.successor_id
         join handover h on h.id = i.handover_id and h.status in ('awaiting_successors', 'released')
         where m.kind = 'invitation' and m.status = 'accepted' and i.invited_at is null
           and (m.data ->> 'n')::int = i.invitations_sent`,
      [new Date(now), now < databaseBackAt + BACKOFF_MS, faults.mailUnconfigured],
    );
    return rows.map(({ what }) => what);
  }

  /** When the next thing happens that a row announces in advance. */
  async function nextStop(now: number): Promise<number> {
    const [row] = await em.fork().execute<{ at: Date | null; retrying: boolean }[]>(
      `select (select min(next_event_at) from switch
           where status not in ('off', 'completed') and next_event_at > ?) as at,
         exists (select 1 from mail where status = 'queued') as retrying`,
      [new Date(now)],
    );
    const stops = [row?.at ? new Date(row.at).getTime() + AFTER_MS : Number.POSITIVE_INFINITY];
    if (row?.retrying || faults.databaseDown) stops.push(now + WATCHFUL_DAYS * dayMs);
    if (now < databaseBackAt + BACKOFF_MS) stops.push(databaseBackAt + BACKOFF_MS);
    return Math.min(...stops);
  }

  async function settle(): Promise<void> {
    // Nobody relays without a database, and what the workflows do about it takes time.
    if (faults.databaseDown) {
      databaseBackAt = await serverTime();
      return;
    }
    // Real time passes here while the server's stands still. Everything under way ends or waits for a retry.
    const deadline = Date.now() + 90_000;
    for (;;) {
      const left = await underWay();
      if (left.length === 0) return;
      if (Date.now() > deadline) throw new Error(`the environment does not come to rest: ${left.join(', ')}`);
      if (left.some((what) => what.includes('message'))) await relayOnce(relay);
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return {
    ...api,
    env: temporal,
    taskQueue,
    dayMs,
    faults,
    sent,
    time,
    settle,
    async passTo(moment) {
      await settle();
      const end = moment + AFTER_MS;
      for (let now = await serverTime(); now < end; now = await serverTime()) {
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
    async close() {
      for (const worker of workers) worker.shutdown();
      await running;
      await temporal.teardown();
      mailer.close();
      await api.close();
    },
  };
}
