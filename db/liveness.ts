/**
 * When the service could be reached. Each process proves its own stretches with beats; their union is when the
 * service was up, and what lies between is an outage, in which no silence counts against an owner.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interval } from '../switch/plan.ts';
import { SHARED_MS } from './clock.ts';
import { Liveness } from './entities/liveness.ts';
import type { EntityManager } from './orm.ts';

/** `public`: the address that people open, asked from the worker where `LIVENESS_URL` names it. */
export const SERVICES = ['api', 'mail', 'public'] as const;
export type Service = (typeof SERVICES)[number];

/** How often a beat is due. */
export const beatMs = (dayMs: number): number => Math.min(30_000, dayMs / 4);
/** A silence longer than this is an outage. */
export const toleranceMs = (dayMs: number): number => 3 * beatMs(dayMs);

/** Two years of threshold, one of credit: nothing older can matter to any owner. */
const KEEP_DAYS = 3 * 730;

/**
 * What lies between the stretches within `[from, to)`, where it is longer than the tolerance.
 * The head and the tail count too.
 */
export function gapsBetween(
  stretches: readonly Interval[],
  from: number,
  to: number,
  tolerance: number,
): Interval[] {
  const gaps: Interval[] = [];
  let reached = from;
  for (const { from: start, to: end } of [...stretches].sort((a, b) => a.from - b.from)) {
    const back = Math.min(start, to);
    if (back - reached > tolerance) gaps.push({ from: reached, to: back });
    reached = Math.max(reached, end);
  }
  if (to - reached > tolerance) gaps.push({ from: reached, to });
  return gaps;
}

/** What lies in both. */
const common = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  a.flatMap((one) =>
    b
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => to > from),
  );

/** What lies in any of them: sorted, and joined where they overlap or touch. */
export function united(...lists: readonly (readonly Interval[])[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of lists.flat().sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

interface Proven {
  stretches: Record<Service, Interval[]>;
  /** While an address was asked that had answered before: what its silence is worth. */
  watched: Interval[];
}

/** Everything that was proven between two moments, in one statement: every look at a switch asks this. */
async function readProofs(em: EntityManager, from: number, to: number): Promise<Proven> {
  const rows = await em.execute<{ kind: string; since: string | null; until: string | null }[]>(
    `select kind, extract(epoch from since) * 1000 as since, extract(epoch from until) * 1000 as until from (
       select service as kind, started_at as since, beat_at as until
         from liveness where beat_at >= ? and started_at <= ?
       union all select * from (
         select 'watched', answered_at, lead(since) over (order by since, id) from watched_address
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
    stretches: { api: of('api'), mail: of('mail'), public: of('public') },
    watched: of('watched'),
  };
}

/** When what could not be reached. */
export interface Outages {
  /** Stretches in which no API answered. */
  api: Interval[];
  /** Stretches in which no mail could be sent. */
  mail: Interval[];
  /** Stretches in which the public address did not answer although it once had; absent where none is asked. */
  public?: Interval[];
}

function outagesIn({ stretches, watched }: Proven, from: number, to: number, tolerance: number) {
  const gaps = (service: Service) => gapsBetween(stretches[service], from, to, tolerance);
  return { api: gaps('api'), mail: gaps('mail'), public: common(gaps('public'), watched) };
}

/** Stretches in which no sign of life could arrive: nobody was up, or nobody could get there. */
export const unreachable = (outages: Outages): Interval[] => united(outages.api, outages.public ?? []);

/** The outages of a service between two moments. */
export async function outages(
  em: EntityManager,
  service: Service,
  from: number,
  to: number,
  tolerance: number,
): Promise<Interval[]> {
  return outagesIn(await readProofs(em, from, to), from, to, tolerance)[service];
}

/** How many outages of a service there were, and how long they lasted in all. */
export interface OutageCount {
  count: number;
  totalMs: number;
}

/** The outages of each service between two moments, for operators; before it was first up there was none. */
export async function countOutages(
  em: EntityManager,
  from: number,
  to: number,
  dayMs: number,
): Promise<Record<Service, OutageCount>> {
  const proven = await readProofs(em, from, to);
  const first = await em.execute<{ service: Service; at: string }[]>(
    `select wanted as service, extract(epoch from first) * 1000 as at from unnest(?::text[]) wanted,
       lateral (select min(started_at) as first from liveness where service = wanted) l where first is not null`,
    [`{${SERVICES.join(',')}}`],
  );
  const count = (service: Service): OutageCount => {
    const begun = Number(first.find((each) => each.service === service)?.at ?? to);
    if (begun >= to) return { count: 0, totalMs: 0 };
    const found = outagesIn(proven, Math.max(from, begun), to, toleranceMs(dayMs))[service];
    return {
      count: found.length,
      totalMs: Math.round(found.reduce((sum, gap) => sum + gap.to - gap.from, 0)),
    };
  };
  return { api: count('api'), mail: count('mail'), public: count('public') };
}

/** A process's own record of being up. */
export interface Heart {
  /** Proves that the service is up at this moment. */
  beat(em: EntityManager, now: Date): Promise<void>;
}

/** A heart whose stretch begins anew whenever beats were missed, as nobody may have been up in between. */
export function createHeart(service: Service, tolerance: number): Heart {
  let current: { id: string; beatAt: number } | null = null;
  return {
    async beat(em, now) {
      const at = now.getTime();
      const sinceBeat = current === null ? null : at - current.beatAt;
      // Thousands of mails within a minute are not as many proofs, each waiting for the same row; nor do they come
      // in order: what is a little earlier than the latest beat is proven by it.
      if (sinceBeat !== null && sinceBeat >= -tolerance && sinceBeat < tolerance / 30) return;
      // A clock that was set back begins anew too: a stretch of the time when it was ahead proves nothing of now.
      if (current && sinceBeat !== null && sinceBeat >= 0 && sinceBeat <= tolerance) {
        const beaten = await em.nativeUpdate(Liveness, { id: current.id }, { beatAt: now });
        if (beaten === 1) {
          current.beatAt = at;
          return;
        }
      }
      const id = randomUUIDv7();
      await em.insert(Liveness, { id, service, startedAt: now, beatAt: now });
      current = { id, beatAt: at };
      await em.execute('delete from liveness where beat_at < ?', [new Date(at - KEEP_DAYS * 86_400_000)]);
    },
  };
}

/**
 * Reads proofs for everybody who asks. Whoever asks while a read is under way shares the next one, over the longest
 * stretch that any of them wants: a storm of looks is not a storm of reads.
 */
function sharedProofs(fork: () => EntityManager): (from: number, to: number) => Promise<Proven> {
  let next: { from: number; to: number; proven: Promise<Proven> } | null = null;
  let latest: Promise<unknown> = Promise.resolve();
  return (from, to) => {
    if (next) {
      next.from = Math.min(next.from, from);
      next.to = Math.max(next.to, to);
      return next.proven;
    }
    const proven = latest.then(() => {
      const stretch = next ?? { from, to };
      next = null;
      return readProofs(fork(), stretch.from, stretch.to);
    });
    next = { from, to, proven };
    // Whoever comes later waits for it, but not for ever: its connection may be dead.
    latest = Promise.race([proven.catch(() => {}), sleep(SHARED_MS, undefined, { ref: false })]);
    return proven;
  };
}

/**
 * The outages of all services, as the planner wants them.
 *
 * Within a transaction give its EntityManager: whoever holds a connection and waits for another one waits for those
 * who do the same.
 */
export function outageReader(fork: () => EntityManager, dayMs: number) {
  const shared = sharedProofs(fork);
  return async (from: number, to: number, em?: EntityManager): Promise<Outages> => {
    const proven = await (em ? readProofs(em, from, to) : shared(from, to));
    return outagesIn(proven, from, to, toleranceMs(dayMs));
  };
}
