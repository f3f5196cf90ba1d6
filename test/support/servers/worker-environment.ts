/**
 * A real instance within the test's own process, on real time with short days: an API with its heartbeat, workers, a
 * running relay, and the shared PostgreSQL, Redis, Temporal and mail catcher.
 */
import '../quiet-runtime.ts';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { Client, Connection } from '@temporalio/client';
import { temporalOf } from '../../../config.ts';
import { databaseTime } from '../../../db/database-clock.ts';
import { startHeartbeat } from '../../../db/heartbeat.ts';
import { outageReader } from '../../../db/liveness.ts';
import { openLog } from '../../../db/log.ts';
import { trustedClock } from '../../../db/trusted-clock.ts';
import { freePort } from '../../../dev/processes/ports.ts';
import { MAX_CLOCK_SKEW_MS } from '../../../switch/plan.ts';
import { startWorker, type WorkerService } from '../../../worker/service.ts';
import { reconcileScheduleId } from '../../../workflows/contract.ts';
import { inTime } from '../in-time.ts';
import { keepLine } from '../run-log.ts';
import { startApi, type TestApi } from './api.ts';
import { servers } from './shared-servers.ts';

export interface WorkerEnvironment extends TestApi {
  /** Of the Temporal that this environment uses. */
  temporal: Client;
  taskQueue: string;
  /** Milliseconds of a day. */
  dayMs: number;
  /** Everything that API and worker logged, one line of JSON each. */
  logs: string[];
  /** Starts the worker if it is not running, and resolves when it works. */
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
}

export interface WorkerEnvironmentOptions {
  /** Variables besides those that an environment sets. */
  env?: Record<string, string>;
  /** `host:port` of another Temporal than the shared one. */
  temporal?: string;
  /** Whether the worker runs from the start, as it does by default. */
  worker?: boolean;
  /** Whether the API proves that it is up, as it does by default. */
  beats?: boolean;
}

/** Short enough for an environment to take seconds, long enough for beats to be on time on a busy machine. */
const DAY_LENGTH_MS = 400;

export async function startWorkerEnvironment(
  options: WorkerEnvironmentOptions = {},
): Promise<WorkerEnvironment> {
  const port = await freePort();
  const taskQueue = `worker-${randomBytes(6).toString('hex')}`;
  const logs: string[] = [];
  const log = openLog(
    'debug',
    'worker-environment',
    new Writable({
      write(line, _encoding, done) {
        logs.push(String(line));
        keepLine(String(line));
        done();
      },
    }),
  );
  const api: TestApi = await startApi(
    {
      API_PORT: String(port),
      // The API serves the pages behind the links itself.
      FRONTEND_URL: `http://127.0.0.1:${port}`,
      DAY_LENGTH_MS: String(DAY_LENGTH_MS),
      TEMPORAL_ADDRESS: options.temporal ?? servers.temporal.address,
      TEMPORAL_NAMESPACE: servers.temporal.namespace,
      TEMPORAL_TASK_QUEUE: taskQueue,
      // Else a worker that a test stops would be an outage of the public address, too.
      LIVENESS_URL: 'off',
      ...options.env,
    },
    {
      log,
      clock: Date.now,
      outages: (from, to) => outageReader(api.em, api.deps.rules.dayMs)(from, to),
    },
  );
  const { config, orm } = api;
  const { dayMs } = api.deps.rules;
  const startBeats = () =>
    startHeartbeat(
      orm,
      trustedClock(databaseTime(orm), MAX_CLOCK_SKEW_MS),
      'api',
      dayMs,
      async () => {},
      (error) => log.warn({ err: error }, 'the database is not reachable'),
    );
  const heartbeat = options.beats === false ? null : startBeats();
  const connection = Connection.lazy(temporalOf(config));
  const temporal = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  // What it remembers is about another test's database.
  const forgetSchedule = () =>
    temporal
      .withDeadline(Date.now() + 2_000, () =>
        temporal.schedule.getHandle(reconcileScheduleId(taskQueue)).delete(),
      )
      .catch(() => {});

  let worker: WorkerService | null = null;
  const environment: WorkerEnvironment = {
    ...api,
    clock: {
      get now() {
        return Date.now();
      },
    },
    temporal,
    taskQueue,
    dayMs,
    logs,
    async startWorker() {
      worker ??= startWorker(config, log);
      await worker.ready;
    },
    async stopWorker() {
      await inTime('the worker stops', worker?.stop(), 60_000);
      worker = null;
    },
    async close() {
      await environment.stopWorker();
      await forgetSchedule();
      await inTime('the connection to Temporal is closed', connection.close());
      await inTime('the last beat ends', heartbeat?.stop());
      await api.close();
    },
  };
  await forgetSchedule();
  if (options.worker !== false) await environment.startWorker();
  return environment;
}
