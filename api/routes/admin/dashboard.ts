/** The dashboard: whether anything needs an operator. */
import type { z } from 'zod';
import { mailConfigured } from '../../../config.ts';
import { type MonitoredService, toleranceMs } from '../../../db/liveness.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { withTimeout } from '../../../db/timeout.ts';
import { MAX_CLOCK_SKEW_MS } from '../../../switch/plan.ts';
import { lockedAddresses } from '../../auth/lockout/redis.ts';
import type { ApiDeps } from '../../deps.ts';
import { readService } from '../../monitoring/reading.ts';
import type { Dashboard } from './schema.ts';

/** The dashboard leaves out the number from Redis rather than wait longer. */
const REDIS_TIMEOUT_MS = 700;

/** How many accounts are locked; addresses without an account are left out. */
async function countLocked({ redis }: ApiDeps, em: EntityManager, now: Date): Promise<number | null> {
  const addresses = await withTimeout(lockedAddresses(redis, now), REDIS_TIMEOUT_MS).catch(() => null);
  if (!addresses || addresses.length === 0) return addresses && 0;
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from "user"
     where email_hash(email) = any(?::text[])`,
    [`{${addresses.join(',')}}`],
  );
  return row?.n ?? 0;
}

export async function dashboardStats(
  deps: ApiDeps,
  em: EntityManager,
  now: Date,
): Promise<z.output<typeof Dashboard>['stats']> {
  const { statistics, workers, now: readAt } = (await readService(deps, () => now, em)).value;
  const { stuckHandovers, waitingMails, refusedMails, bouncingSuccessors, keptAliveByLinks } =
    statistics.attention;
  const { unwarned, overdue, upcoming, complete: outlookComplete } = statistics.outlook;
  const { reporting, pollers, backlog, clockSkewMs } = workers;
  const service = (beat: Date | null, which?: MonitoredService) => ({
    up: beat !== null && readAt.getTime() - beat.getTime() <= toleranceMs(deps.rules.dayMs, which),
    lastBeatAt: beat?.toISOString() ?? null,
  });
  const failing = waitingMails.filter(({ result }) => result === 'failing');
  return {
    countedAt: statistics.countedAt.toISOString(),
    users: statistics.users,
    verified: statistics.verified,
    locked: await countLocked(deps, em, now),
    switches: statistics.switches,
    overdueEvents: statistics.overdueEvents,
    stuckHandovers,
    quorumUnreachable: statistics.attention.quorumUnreachable,
    seenInFuture: statistics.attention.seenInFuture,
    failingMails: {
      count: failing.reduce((sum, { count }) => sum + count, 0),
      oldestAt: statistics.attention.failingSince,
      byKind: Object.fromEntries(failing.map(({ kind, count }) => [kind, count])),
    },
    refusedMails: {
      count: refusedMails.count,
      permanent: refusedMails.byKind.reduce((sum, { permanent, count }) => sum + (permanent ? count : 0), 0),
      oldest: refusedMails.oldest,
    },
    bouncingSuccessors,
    keptAliveByLinks,
    unwarned,
    overdue,
    upcoming,
    outlookComplete,
    outbox: statistics.outbox,
    workers: { reporting, pollers, backlog, clockSkewMs },
    liveness: {
      api: service(statistics.beats.api),
      mail: service(statistics.beats.mail),
      public: service(statistics.beats.public),
      returns: statistics.readsReturns ? service(statistics.beats.returns, 'returns') : null,
      neverAnsweredSince: statistics.neverAnsweredSince?.toISOString() ?? null,
    },
    restorations: {
      startingOverSince: statistics.startingOverSince?.toISOString() ?? null,
      lastAt: Object.fromEntries(
        Object.entries(statistics.restorations).map(([reason, at]) => [reason, at.toISOString()]),
      ),
    },
    returnedAccounts: statistics.returnedAccounts,
    outages: statistics.outages,
    holds: [
      ...(mailConfigured(deps.config) ? [] : (['mail_unconfigured'] as const)),
      // A worker that reports sees its own clock and the database's. Only a workflow sees Temporal's.
      ...(Math.abs(clockSkewMs ?? 0) > MAX_CLOCK_SKEW_MS || overdue.byReason.clock_skew
        ? (['clock_skew'] as const)
        : []),
      ...(statistics.judged ? [] : (['database_changed'] as const)),
    ],
    failingChores: statistics.failingChores.map(({ name, since }) => ({ name, since: since.toISOString() })),
  };
}
