/**
 * When the service could be reached. Each process proves its own stretches with beats; their union is when the
 * service was up, and what lies between is an outage, in which no silence counts against an owner.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Interval } from '../workflows/switch.state.ts';
import { Liveness } from './entities/liveness.ts';
import type { EntityManager } from './orm.ts';

export type Service = 'api' | 'mail';

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

/** The outages of a service between two moments. */
export async function outages(
  em: EntityManager,
  service: Service,
  from: number,
  to: number,
  tolerance: number,
): Promise<Interval[]> {
  const rows = await em.execute<{ startedAt: string; beatAt: string }[]>(
    `select extract(epoch from started_at) * 1000 as "startedAt", extract(epoch from beat_at) * 1000 as "beatAt"
     from liveness where service = ? and beat_at >= ? and started_at <= ? order by started_at`,
    [service, new Date(from), new Date(to)],
  );
  const stretches = rows.map((row) => ({ from: Number(row.startedAt), to: Number(row.beatAt) }));
  return gapsBetween(stretches, from, to, tolerance);
}

/** A process's own record of being up. */
export interface Heart {
  /** Proves that the service is up at this moment. */
  beat(em: EntityManager, now: Date): Promise<void>;
}

/** A heart whose stretch begins anew whenever beats were missed, so that nobody was up in between. */
export function createHeart(service: Service, tolerance: number): Heart {
  let current: { id: string; beatAt: number } | null = null;
  return {
    async beat(em, now) {
      const at = now.getTime();
      if (current && at - current.beatAt <= tolerance) {
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
 * Both services' outages, as the planner wants them.
 *
 * Within a transaction give its EntityManager: whoever holds a connection and waits for another one waits for those
 * who do the same.
 */
export const outageReader =
  (fork: () => EntityManager, dayMs: number) =>
  async (
    from: number,
    to: number,
    em: EntityManager = fork(),
  ): Promise<{ api: Interval[]; mail: Interval[] }> => {
    const tolerance = toleranceMs(dayMs);
    return {
      api: await outages(em, 'api', from, to, tolerance),
      mail: await outages(em, 'mail', from, to, tolerance),
    };
  };
