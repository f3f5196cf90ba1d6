/**
 * When the service could be reached. Each process proves with its heartbeat when it was up, from its first beat to its
 * latest. The gaps in the union of these proofs are outages, however short: only a process itself knows that it was up
 * between two of its beats. Silence during an outage doesn't count against an owner.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Conditions, Interval } from '../switch/plan.ts';
import { SHARED_MS } from './database-clock.ts';
import { gapsBetween, intersection, joinClose, union } from './intervals.ts';
import type { EntityManager } from './orm.ts';

/**
 * `public` is the address that people open, `LIVENESS_URL`, which the worker checks; `returns` is the mailbox of
 * `BOUNCE_IMAP_HOST`, which it reads.
 */
export const SERVICES = ['api', 'mail', 'public', 'returns'] as const;
export type MonitoredService = (typeof SERVICES)[number];
/** Those that a service may do without, so that only their silence after they worked is an outage (db/watched.ts). */
export type WatchedService = Extract<MonitoredService, 'public' | 'returns'>;

/** The interval between beats. */
export const beatMs = (dayMs: number): number => Math.min(30_000, dayMs / 4);
/** How long reading the returned mail may take, with several workers that take turns. */
const READ_WITHIN_MS = 600_000;
/** After a longer silence a process no longer knows that it was up in between, and the service is taken to be down. */
export const toleranceMs = (dayMs: number, service: MonitoredService = 'api'): number =>
  service === 'returns' ? Math.min(READ_WITHIN_MS, (3 * dayMs) / 4) : 3 * beatMs(dayMs);

export interface Proofs {
  /** When each service was up. */
  up: Record<MonitoredService, Interval[]>;
  /** When each address that had answered before was checked. Only then does its silence count. */
  watched: Record<WatchedService, Interval[]>;
}

/**
 * Everything proven between two moments, in one statement, because every look at a switch needs it. A single beat proves
 * no stretch of time: a process may start, beat and crash, again and again, and nobody could have used it.
 */
async function readProofs(em: EntityManager, from: number, to: number): Promise<Proofs> {
  const rows = await em.execute<{ kind: string; since: string | null; until: string | null }[]>(
    `select kind, extract(epoch from since) * 1000 as since, extract(epoch from until) * 1000 as until from (
       select service as kind, started_at as since, beat_at as until
         from liveness where beat_at >= ? and started_at <= ? and beat_at > started_at
       union all select * from (
         select 'watched_' || service, answered_at, lead(since) over (partition by service order by since, id)
           from watched_address
       ) w where answered_at is not null
     ) proofs(kind, since, until)`,
    [new Date(from), new Date(to)],
  );
  const of = (kind: string): Interval[] =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        from: Number(row.since),
        to: row.until === null ? Number.POSITIVE_INFINITY : Number(row.until),
      }));
  return {
    up: { api: of('api'), mail: of('mail'), public: of('public'), returns: of('returns') },
    watched: { public: of('watched_public'), returns: of('watched_returns') },
  };
}

export interface Outages {
  /** When no API answered. */
  api: Interval[];
  /** When no mail could be sent. */
  mail: Interval[];
  /** When the public address did not answer although it once had. Absent if no address is checked. */
  public?: Interval[];
  /** When the mailbox for returned mail could not be read although it once could. Absent if there is none. */
  returns?: Interval[];
}

/** The outages that these proofs leave. */
export function outagesBetween({ up, watched }: Proofs, from: number, to: number, dayMs: number) {
  const gaps = (service: MonitoredService) => gapsBetween(up[service], from, to, toleranceMs(dayMs, service));
  return {
    api: gaps('api'),
    mail: gaps('mail'),
    public: intersection(gaps('public'), watched.public),
    returns: intersection(gaps('returns'), watched.returns),
  };
}

/** When no sign of life could arrive: either no API was up, or nobody could reach it. */
export const unreachable = (outages: Outages): Interval[] => union(outages.api, outages.public ?? []);

/** The part of the outages that the planner needs. */
export const gapsIn = (outages: Outages): Omit<Conditions, 'holds'> => ({
  apiGaps: unreachable(outages),
  mailGaps: outages.mail,
  returnGaps: outages.returns ?? [],
});

export interface OutageCount {
  count: number;
  totalMs: number;
}

/**
 * The outages of each service between two moments, for operators. Time before a service first came up is no outage, nor
 * is a restart. One that keeps crashing, with less than three beats in between, is a single outage.
 */
export async function countOutages(
  em: EntityManager,
  from: number,
  to: number,
  dayMs: number,
): Promise<Record<MonitoredService, OutageCount>> {
  const proofs = await readProofs(em, from, to);
  const first = await em.execute<{ service: MonitoredService; at: string }[]>(
    `select wanted as service, extract(epoch from first) * 1000 as at from unnest(?::text[]) wanted,
       lateral (select min(started_at) as first from liveness where service = wanted) l where first is not null`,
    [`{${SERVICES.join(',')}}`],
  );
  const count = (service: MonitoredService): OutageCount => {
    const firstUp = Number(first.find((each) => each.service === service)?.at ?? to);
    if (firstUp >= to) return { count: 0, totalMs: 0 };
    const tolerance = toleranceMs(dayMs, service);
    const gaps = outagesBetween(proofs, Math.max(from, firstUp), to, dayMs)[service];
    const found = joinClose(gaps, tolerance).filter((gap) => gap.to - gap.from > tolerance);
    return {
      count: found.length,
      totalMs: Math.round(found.reduce((sum, gap) => sum + gap.to - gap.from, 0)),
    };
  };
  return { api: count('api'), mail: count('mail'), public: count('public'), returns: count('returns') };
}

/**
 * Shares reads between callers. A call during a read joins the next one, which covers the longest interval that any of
 * them asked for, so that many looks at once don't become many reads.
 */
function shareReads(fork: () => EntityManager): (from: number, to: number) => Promise<Proofs> {
  let next: { from: number; to: number; proofs: Promise<Proofs> } | null = null;
  let latest: Promise<unknown> = Promise.resolve();
  return (from, to) => {
    if (next) {
      next.from = Math.min(next.from, from);
      next.to = Math.max(next.to, to);
      return next.proofs;
    }
    const proofs = latest.then(() => {
      const interval = next ?? { from, to };
      next = null;
      return readProofs(fork(), interval.from, interval.to);
    });
    next = { from, to, proofs };
    // Later calls wait for this read, but not forever: its connection may be dead.
    latest = Promise.race([proofs.catch(() => {}), sleep(SHARED_MS, undefined, { ref: false })]);
    return proofs;
  };
}

/**
 * Reads the outages of all services, for the planner.
 *
 * Inside a transaction, pass its EntityManager. Callers that hold a connection while they wait for another one would
 * end up waiting for each other.
 */
export function outageReader(fork: () => EntityManager, dayMs: number) {
  const shared = shareReads(fork);
  return async (from: number, to: number, em?: EntityManager): Promise<Outages> => {
    const proofs = await (em ? readProofs(em, from, to) : shared(from, to));
    return outagesBetween(proofs, from, to, dayMs);
  };
}

/**
 * Everything proven up to a moment, in as few intervals as possible. Proofs older than any silence were deleted
 * (db/heartbeat.ts), so this is enough for the outages of every owner.
 */
export async function readAllProofs(em: EntityManager, to: number): Promise<Proofs> {
  const { up, watched } = await readProofs(em, 0, to);
  const joined = {
    api: union(up.api),
    mail: union(up.mail),
    public: union(up.public),
    returns: union(up.returns),
  };
  return { up: joined, watched };
}
