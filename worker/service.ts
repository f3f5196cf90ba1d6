/** Everything a worker process runs: workflows, activities, the relay, heartbeats and background jobs. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, type Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createMailer } from '../activities/index.ts';
import {
  activitySecretsOf,
  type Config,
  databaseOf,
  filesOf,
  hearsOfReturns,
  mailConfigured,
  mailServerOf,
  redisOf,
  returnMailboxOf,
  temporalOf,
} from '../config.ts';
import { recordSigner } from '../db/activity-log.ts';
import { databaseClock, databaseTime } from '../db/database-clock.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { databaseMoment, judgedSince } from '../db/judgement.ts';
import { liveChannel, liveHints } from '../db/live-hints.ts';
import { outageReader } from '../db/liveness.ts';
import { openDatabase } from '../db/orm.ts';
import { openRedis } from '../db/redis.ts';
import { trustedClock } from '../db/trusted-clock.ts';
import { watchAddress } from '../db/watched.ts';
import { openStores } from '../files/open.ts';
import { createPaces, type MailPace } from '../mail/pace.ts';
import { MAX_CLOCK_SKEW_MS } from '../switch/plan.ts';
import { configuredDeps } from './configured-deps.ts';
import { startCounting } from './counts.ts';
import { startDatabaseWatch } from './database-watch.ts';
import { startCheckingLogs } from './log-check.ts';
import { mailCheck } from './mail-check.ts';
import { startRelay } from './outbox.ts';
import { watchPublicAddress } from './public-address.ts';
import { startRestoring } from './restoration.ts';
import { nameOf, watchReturnMailbox } from './return-mailbox.ts';
import {
  ensureFilesSchedule,
  ensureReconcileSchedule,
  reconcileJudges,
  registerSearchAttributes,
  searchAttributesUsable,
  triggerReconcile,
} from './schedules.ts';
import { startStatusReports } from './status.ts';
import { createWorkers } from './workers.ts';

const RETRY_MS = 2_000;
/** How often we check that Temporal still has what a worker needs: its data may have been lost. */
const ENSURE_EVERY_MS = 10 * 60_000;

export interface WorkerService {
  /** Resolves once the worker works on switches; rejects if it ends before that. */
  ready: Promise<void>;
  /** Resolves once it has stopped on request; rejects if it cannot go on. */
  ended: Promise<void>;
  /** Resolves when everything is closed. */
  stop(): Promise<void>;
}

/** Starts a worker, and waits for servers that are not up yet. */
export function startWorker(config: Config, log: Logger): WorkerService {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = run(config, log, stopping.signal, ready.resolve);
  ended.then(() => ready.reject(new Error('the worker was stopped')), ready.reject);
  ready.promise.catch(() => {});
  return {
    ready: ready.promise,
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

const openMailer = (config: Config, pace: MailPace) =>
  mailConfigured(config) ? createMailer(mailServerOf(config), pace) : null;

async function run(config: Config, log: Logger, stopping: AbortSignal, ready: () => void): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
  const givenUp = stopped.then(() => Promise.reject(new Error('told to stop')));
  givenUp.catch(() => {});
  /** `active` is stopped first, all at once; `used` is closed after it. */
  const active: (() => Promise<unknown>)[] = [];
  const used: (() => unknown)[] = [];

  /** Tries until it succeeds, or until told to stop. */
  async function persistently<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await Promise.race([work(), givenUp]);
      } catch (error) {
        if (stopping.aborted) throw error;
        log.warn({ err: (error as Error).message }, `${what} cannot be used yet; trying again`);
        await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, RETRY_MS))]);
      }
    }
  }

  async function work(): Promise<void> {
    const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: taskQueue } = config;
    const temporal = temporalOf(config);
    const configured = configuredDeps(config);
    const { rules } = configured;
    const orm = await openDatabase(databaseOf(config), 20);
    used.push(() => orm.close(true));
    const redis = openRedis(redisOf(config), log);
    used.push(() => redis.disconnect());
    const hint = liveHints(redis, liveChannel(config.DB_NAME));
    const server = `${config.SMTP_HOST}:${config.SMTP_PORT}`;
    const paces = createPaces({ redis, server, rate: config.SMTP_RATE ?? null });
    const mailer = openMailer(config, paces.switches);
    const accountMailer = openMailer(config, paces.accounts);
    used.push(
      () => mailer?.close(),
      () => accountMailer?.close(),
    );
    if (!mailer) {
      log.warn(
        'SMTP_HOST is not set: no mail can be sent, and every switch is on hold before its first reminder',
      );
    } else if (!hearsOfReturns(config)) {
      log.warn(
        'no BOUNCE_ variable says where returned mails are reported: a returned mail is taken for delivered',
      );
    }
    if (new Set(config.ADMIN_EMAILS.map((address) => address.toLowerCase())).size < 2) {
      log.warn(
        'ADMIN_EMAILS has fewer than two addresses: if no other mail is sent, the switch of an owner whose mailbox is full may wait for ever',
      );
    }

    const connection = await persistently('Temporal', () => Connection.connect(temporal));
    used.push(() => connection.close());
    const client = new Client({ connection, namespace });
    const registered = await persistently('Temporal', () => registerSearchAttributes(connection, namespace));
    await persistently('Temporal', () => searchAttributesUsable(client, taskQueue, registered));
    const nativeConnection = await persistently('Temporal', () => NativeConnection.connect(temporal));
    used.push(() => nativeConnection.close());

    const referenceClock = databaseClock(orm);
    const clock = trustedClock(databaseTime(orm), MAX_CLOCK_SKEW_MS);
    const shared = {
      orm,
      clock: clock.current,
      ...configured,
      announce: (userId: string) => void hint(userId),
    };
    const mail = mailCheck(mailer, log);
    const mailHeartbeat = startHeartbeat(orm, clock, 'mail', rules.dayMs, mail.check, (error) =>
      log.debug({ err: error }, 'mail is not reachable'),
    );
    active.push(() => mailHeartbeat.stop());
    const [switches, accounts] = await createWorkers({
      connection: nativeConnection,
      namespace,
      taskQueue,
      activities: {
        ...shared,
        referenceClock,
        outages: outageReader(() => orm.em.fork(), rules.dayMs),
        files: await openStores(filesOf(config)),
        mailer,
        mailHeartbeatRecorder: mailHeartbeat.recorder,
      },
      accountMailer,
    });
    const relay = startRelay({ orm, client, taskQueue, log });
    active.push(() => relay.stop());
    const restoring = startRestoring({ ...shared, log });
    active.push(() => restoring.stop());
    const counting = startCounting({ orm, clock: clock.current, rules, log });
    active.push(() => counting.stop());
    const signers = activitySecretsOf(config).map(recordSigner);
    const checkingLogs = startCheckingLogs({ orm, clock: clock.current, signers, log });
    active.push(() => checkingLogs.stop());
    const running = [runWorker(accounts)];
    const ended = () => Promise.race([stopped, ...running]);

    // Before any switch is looked at, reconcile judges the database, because only reconcile remembers what a restored
    // snapshot lacks. Nothing waits for its chores.
    const reconciled = (async () => {
      const address = config.LIVENESS_URL;
      const returnMailbox = returnMailboxOf(config);
      await persistently('the database', async () => {
        const now = new Date(await clock.current());
        await watchAddress(orm.em.fork(), 'public', address, now);
        await watchAddress(orm.em.fork(), 'returns', returnMailbox && nameOf(returnMailbox), now);
      });
      if (address !== null && !stopping.aborted) {
        const watch = watchPublicAddress(orm, clock, address, rules.dayMs, log);
        active.push(() => watch.stop());
      }
      if (returnMailbox && !stopping.aborted) {
        const watch = watchReturnMailbox({ ...shared, log }, returnMailbox);
        active.push(() => watch.stop());
      }
      await persistently('Temporal', async () => {
        await ensureReconcileSchedule(client, taskQueue);
        await ensureFilesSchedule(client, taskQueue);
        const began = await databaseMoment(orm.em.fork());
        await reconcileJudges(client, taskQueue, () => judgedSince(orm.em.fork(), began), stopping);
      });
      if (stopping.aborted) return;
      const askReconcile = () => triggerReconcile(client, taskQueue);
      const watch = startDatabaseWatch({ orm, askReconcile, log });
      active.push(() => watch.stop());
    })();
    reconciled.catch(() => {});
    await Promise.race([ended(), reconciled]);
    // A worker must run once to release its connection, even if it has to stop at once.
    running.push(runWorker(switches));
    if (!stopping.aborted) {
      const status = startStatusReports({
        ...{ orm, connection, namespace, taskQueue, referenceClock, log },
        mail,
      });
      active.push(() => status.stop());
      const ensuring = setInterval(() => {
        registerSearchAttributes(connection, namespace)
          .then(() => ensureReconcileSchedule(client, taskQueue))
          .then(() => ensureFilesSchedule(client, taskQueue))
          .catch((err: unknown) =>
            log.warn({ err }, 'could not check the Schedules of reconcile and files; trying again'),
          );
      }, ENSURE_EVERY_MS);
      active.push(async () => clearInterval(ensuring));
      ready();
      // Whatever LOG_LEVEL is, because the supervisor of `npm start` waits for this line.
      log.child({}, { level: 'info' }).info({ taskQueue }, 'worker ready');
    }
    await ended();
  }

  function runWorker(worker: Worker): Promise<void> {
    const running = worker.run();
    active.push(async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
    });
    running.catch(() => {});
    return running;
  }

  try {
    await work();
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    log.info('stopping');
    for (const stage of [active, used]) {
      for (const result of await Promise.allSettled(stage.map(async (close) => close()))) {
        if (result.status === 'rejected') log.warn({ err: result.reason }, 'could not be closed');
      }
    }
  }
}
