/** Checks what the API depends on, all at once and with a short timeout. */
import { z } from 'zod';
import { mailConfigured } from '../../config.ts';
import { MAIL_PROBLEMS, type MailProblem } from '../../db/entities/worker-status.ts';
import { toleranceMs } from '../../db/liveness.ts';
import { runStatement, type Statement } from '../../db/prepared.ts';
import { withTimeout } from '../../db/timeout.ts';
import { ClockUntrusted } from '../../db/trusted-clock.ts';
import { readWorkers, SILENT_AFTER_MS } from '../../db/worker-status.ts';
import type { CacheEntry } from '../cache/cache.ts';
import type { ApiDeps } from '../deps.ts';
import type { Health } from '../routes/health/schema.ts';
import { Workers } from './reading.ts';

type Checks = z.output<typeof Health>['checks'];
/** Health is measured for the other dependencies, and metrics show it. */
export type CheckedDeps = Omit<ApiDeps, 'health' | 'metrics'>;
type Status = Checks['database']['status'];

/** A dependency that takes longer is reported as down, so that the whole response comes within a second. */
const TIMEOUT_MS = 700;
/** The relay empties the outbox several times a second, so anything older is stuck. */
const STUCK_AFTER_MS = 60_000;

/** Checks one dependency. The error is not shown, because health is public. */
async function ask<D extends object>(
  work: () => Promise<D & { status: Status }>,
  failed: D & { status: Status },
): Promise<D & { status: Status; latencyMs: number }> {
  const from = performance.now();
  const answer = await withTimeout(work(), TIMEOUT_MS).catch(() => failed);
  return { ...answer, latencyMs: Math.round(performance.now() - from) };
}

/** A standby, and a database that recovers to a point in time, are read-only. */
const READ_ONLY: Statement<{ readOnly: boolean }> = {
  name: 'read_only',
  text: `select current_setting('transaction_read_only') = 'on' as "readOnly"`,
};

const OUTBOX: Statement<{ size: number; oldest: number | null }> = {
  name: 'outbox_lag',
  text: 'select count(*)::int as size, (extract(epoch from min(created_at)) * 1000)::float8 as oldest from outbox',
};

const MAIL_STATUS: Statement<{ beat: number | null; problem: MailProblem | null }> = {
  name: 'mail_status',
  text: `
    select (select (extract(epoch from max(beat_at)) * 1000)::float8 from liveness where service = 'mail') as beat,
      (select max(mail_problem) from worker_status where reported_at > $1) as problem`,
};

/** The state in the database, the same for every process. Times are in milliseconds. */
const Recorded = z.object({
  outbox: z.object({ size: z.number(), oldest: z.number().nullable() }),
  workers: Workers,
  mail: z.object({ beat: z.number().nullable(), problem: z.enum(MAIL_PROBLEMS).nullable() }),
});

const RECORDED: CacheEntry<z.output<typeof Recorded>> = {
  name: 'health',
  lifetimeMs: 1_000,
  lockMs: 250,
  schema: Recorded,
};

const readRecorded = ({ cache, orm }: CheckedDeps, now: Date) =>
  cache.get(RECORDED, async () => {
    const [outbox = { size: 0, oldest: null }] = await runStatement(orm, OUTBOX, []);
    const reportedAfter = new Date(now.getTime() - SILENT_AFTER_MS);
    const [mail = { beat: null, problem: null }] = await runStatement(orm, MAIL_STATUS, [reportedAfter]);
    return { outbox, workers: await readWorkers(orm, now), mail };
  });

const askDatabase = ({ orm, databaseSpace }: CheckedDeps) =>
  ask<Pick<Checks['database'], 'problem'>>(
    async () => {
      const [row] = await runStatement(orm, READ_ONLY, []);
      if (row?.readOnly) return { status: 'down', problem: 'read_only' };
      return databaseSpace.isFull()
        ? { status: 'down', problem: 'disk_full' }
        : { status: 'up', problem: null };
    },
    { status: 'down', problem: null },
  );

/** Unknown while the database doesn't give its time. Nothing can be dated then either. */
const askClock = ({ clock }: CheckedDeps) =>
  ask<object>(
    async () => {
      try {
        await clock();
        return { status: 'up' };
      } catch (error) {
        return { status: error instanceof ClockUntrusted && !error.cause ? 'down' : 'unknown' };
      }
    },
    { status: 'unknown' },
  );

/** Degraded if Redis answers but refuses writes. Then every process computes for itself. */
const askCache = ({ cache }: CheckedDeps) =>
  ask<object>(async () => ({ status: await cache.check() }), { status: 'down' });

/**
 * Read from the database, because the API never waits for Temporal. Degraded while no worker reports or polls
 * Temporal, and while messages to Temporal are stuck.
 */
const askQueues = (deps: CheckedDeps, now: Date) =>
  ask<Omit<Checks['queues'], 'status' | 'latencyMs'>>(
    async () => {
      const { outbox, workers } = (await readRecorded(deps, now)).value;
      const { reporting, pollers, polledAt, backlog } = workers;
      const lagMs = outbox.oldest === null ? 0 : Math.max(0, Math.round(now.getTime() - outbox.oldest));
      const working = reporting > 0 && pollers > 0 && lagMs <= STUCK_AFTER_MS;
      return {
        status: working ? 'up' : 'degraded',
        pollers,
        lastPolledAt: polledAt?.toISOString() ?? null,
        backlog,
        outbox: { size: outbox.size, lagMs },
      };
    },
    { status: 'unknown', pollers: null, lastPolledAt: null, backlog: null, outbox: null },
  );

/** Read from the worker's heartbeats, because the API never talks to the mail server. */
const askMail = (deps: CheckedDeps, now: Date) =>
  ask<Pick<Checks['mail'], 'lastReachedAt' | 'problem'>>(
    async () => {
      if (!mailConfigured(deps.config)) return { status: 'unconfigured', lastReachedAt: null, problem: null };
      const { beat, problem } = (await readRecorded(deps, now)).value.mail;
      if (beat === null) return { status: 'down', lastReachedAt: null, problem };
      const silent = now.getTime() - beat > toleranceMs(deps.rules.dayMs);
      return { status: silent ? 'down' : 'up', lastReachedAt: new Date(beat).toISOString(), problem };
    },
    { status: 'unknown', lastReachedAt: null, problem: null },
  );

/**
 * Never down: without files, everything else goes on, and no check-in may be refused because of them. Read from the store
 * itself.
 */
const askFiles = ({ files, fileSpace }: CheckedDeps) =>
  ask<Pick<Checks['files'], 'problem'>>(
    async () => {
      if (!files) return { status: 'unconfigured', problem: null };
      const problem = await fileSpace.problem();
      return { status: problem ? 'degraded' : 'up', problem };
    },
    { status: 'degraded', problem: 'away' },
  );

/** Only this process. While it receives no hints, pushes still come, up to half a minute late. */
function realtimeOf({ live }: CheckedDeps): Checks['realtime'] {
  const { subscribed, connections } = live.status();
  return { status: subscribed ? 'up' : 'degraded', latencyMs: 0, subscribed, connections };
}

export async function checkAll(deps: CheckedDeps, now: Date): Promise<Checks> {
  const [database, clock, cache, queues, mail, files] = await Promise.all([
    askDatabase(deps),
    askClock(deps),
    askCache(deps),
    askQueues(deps, now),
    askMail(deps, now),
    askFiles(deps),
  ]);
  return { database, clock, cache, queues, realtime: realtimeOf(deps), mail, files };
}
