/** What the API depends on, asked all at once and never for longer than a moment. */
import type { z } from 'zod';
import { mailConfigured } from '../../../config.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import type { ApiDeps } from '../../deps.ts';
import type { Health } from './schema.ts';

type Checks = z.output<typeof Health>['checks'];
type Status = Checks['database']['status'];

/** A dependency that takes longer is not there: the whole answer comes within a second. */
const PATIENCE_MS = 700;
/** The relay empties the outbox several times a second; what lies here for longer is stuck. */
const STUCK_AFTER_MS = 60_000;

/** @throws Error once patience is over; the work itself may still end later, unheard */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks one dependency. What went wrong is not said: health is public. */
async function ask<D extends object>(
  work: () => Promise<D & { status: Status }>,
  failed: D & { status: Status },
): Promise<D & { status: Status; latencyMs: number }> {
  const from = performance.now();
  const answer = await within(work()).catch(() => failed);
  return { ...answer, latencyMs: Math.round(performance.now() - from) };
}

const askDatabase = ({ orm }: ApiDeps) =>
  ask<object>(
    async () => {
      await orm.em.fork().execute('select 1');
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

/** Read from the database: the API never waits for Temporal. */
const askQueues = ({ orm }: ApiDeps, now: Date) =>
  ask<Pick<Checks['queues'], 'backlog' | 'lagMs'>>(
    async () => {
      const [row] = await orm.em
        .fork()
        .execute<{ backlog: number; oldest: string | null }[]>(
          `select count(*)::int as backlog, extract(epoch from min(created_at)) * 1000 as oldest from outbox`,
        );
      const lagMs = row?.oldest == null ? 0 : Math.max(0, Math.round(now.getTime() - Number(row.oldest)));
      return { status: lagMs > STUCK_AFTER_MS ? 'degraded' : 'up', backlog: row?.backlog ?? 0, lagMs };
    },
    { status: 'unknown', backlog: null, lagMs: null },
  );

/** Read from the worker's own beats: the API never talks to the mail server. */
const askMail = (deps: ApiDeps, now: Date) =>
  ask<Pick<Checks['mail'], 'lastReachedAt'>>(
    async () => {
      if (!mailConfigured(deps.config)) return { status: 'unconfigured', lastReachedAt: null };
      const [row] = await deps.orm.em
        .fork()
        .execute<{ beat: string | null }[]>(
          `select extract(epoch from max(beat_at)) * 1000 as beat from liveness where service = 'mail'`,
        );
      if (row?.beat == null) return { status: 'down', lastReachedAt: null };
      const at = Number(row.beat);
      const silent = now.getTime() - at > toleranceMs(deps.rules.dayMs);
      return { status: silent ? 'down' : 'up', lastReachedAt: new Date(at).toISOString() };
    },
    { status: 'unknown', lastReachedAt: null },
  );

export async function checkAll(deps: ApiDeps, now: Date): Promise<Checks> {
  const [database, cache, queues, mail] = await Promise.all([
    askDatabase(deps),
    askCache(deps),
    askQueues(deps, now),
    askMail(deps, now),
  ]);
  // Pushes travel between API processes through Redis.
  return { database, cache, queues, realtime: cache, mail };
}
