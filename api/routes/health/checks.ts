/** Checks what the API depends on, all at once and with a short timeout. */
import type { z } from 'zod';
import { mailConfigured } from '../../../config.ts';
import type { MailProblem } from '../../../db/entities/worker-status.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { runStatement, type Statement } from '../../../db/prepared.ts';
import { readWorkers, SILENT_AFTER_MS } from '../../../db/worker-status.ts';
import type { ApiDeps } from '../../deps.ts';
import { withTimeout } from '../../http/timeout.ts';
import type { Health } from './schema.ts';

type Checks = z.output<typeof Health>['checks'];
type Status = Checks['database']['status'];

/** A dependency that takes longer counts as down, so that the whole answer comes within a second. */
const PATIENCE_MS = 700;
/** The relay empties the outbox several times a second, so anything older is stuck. */
const STUCK_AFTER_MS = 60_000;

/** Checks one dependency. The error is not shown, because health is public. */
async function ask<D extends object>(
  work: () => Promise<D & { status: Status }>,
  failed: D & { status: Status },
): Promise<D & { status: Status; latencyMs: number }> {
  const from = performance.now();
  const answer = await withTimeout(work(), PATIENCE_MS).catch(() => failed);
  return { ...answer, latencyMs: Math.round(performance.now() - from) };
}

const ANYTHING: Statement<object> = { name: 'anything', text: 'select 1' };

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

const askDatabase = ({ orm }: ApiDeps) =>
  ask<object>(
    async () => {
      await runStatement(orm, ANYTHING, []);
      return { status: 'up' };
    },
    { status: 'down' },
  );

const askCache = ({ redis }: ApiDeps) =>
  ask<object>(
    async () => {
      await redis.ping();
      return { status: 'up' };
    },
    { status: 'down' },
  );

/**
 * Read from the database, because the API never waits for Temporal. Degraded while no worker reports or polls
 * Temporal, and while messages to Temporal are stuck.
 */
const askQueues = ({ orm }: ApiDeps, now: Date) =>
  ask<Omit<Checks['queues'], 'status' | 'latencyMs'>>(
    async () => {
      const [row] = await runStatement(orm, OUTBOX, []);
      const { reporting, pollers, polledAt, backlog } = await readWorkers(orm, now);
      const lagMs = row?.oldest == null ? 0 : Math.max(0, Math.round(now.getTime() - row.oldest));
      const working = reporting > 0 && pollers > 0 && lagMs <= STUCK_AFTER_MS;
      return {
        status: working ? 'up' : 'degraded',
        pollers,
        lastPolledAt: polledAt?.toISOString() ?? null,
        backlog,
        outbox: { size: row?.size ?? 0, lagMs },
      };
    },
    { status: 'unknown', pollers: null, lastPolledAt: null, backlog: null, outbox: null },
  );

/** Read from the worker's heartbeats, because the API never talks to the mail server. */
const askMail = (deps: ApiDeps, now: Date) =>
  ask<Pick<Checks['mail'], 'lastReachedAt' | 'problem'>>(
    async () => {
      if (!mailConfigured(deps.config)) return { status: 'unconfigured', lastReachedAt: null, problem: null };
      const [row] = await runStatement(deps.orm, MAIL_STATUS, [new Date(now.getTime() - SILENT_AFTER_MS)]);
      const problem = row?.problem ?? null;
      if (row?.beat == null) return { status: 'down', lastReachedAt: null, problem };
      const silent = now.getTime() - row.beat > toleranceMs(deps.rules.dayMs);
      return { status: silent ? 'down' : 'up', lastReachedAt: new Date(row.beat).toISOString(), problem };
    },
    { status: 'unknown', lastReachedAt: null, problem: null },
  );

/** Only this process. While it receives no hints, pushes still come, up to half a minute late. */
function realtimeOf({ live }: ApiDeps): Checks['realtime'] {
  const { subscribed, connections } = live.status();
  return { status: subscribed ? 'up' : 'degraded', latencyMs: 0, subscribed, connections };
}

export async function checkAll(deps: ApiDeps, now: Date): Promise<Checks> {
  const [database, cache, queues, mail] = await Promise.all([
    askDatabase(deps),
    askCache(deps),
    askQueues(deps, now),
    askMail(deps, now),
  ]);
  return { database, cache, queues, realtime: realtimeOf(deps), mail };
}
