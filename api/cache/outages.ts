/** The outages from which responses compute a plan. Code that acts on a plan reads them from the database. */
import { z } from 'zod';
import {
  beatMs,
  type Outages,
  outagesBetween,
  type Proofs,
  readAllProofs,
  toleranceMs,
} from '../../db/liveness.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { Cache, CacheEntry } from './cache.ts';

/** How old the cached outages may be. An outage only becomes known after three beats. */
export const recentMs = (dayMs: number): number => beatMs(dayMs) / 3;

const intervals = z.array(
  z.object({
    from: z.number(),
    to: z
      .number()
      .nullable()
      .transform((to) => to ?? Number.POSITIVE_INFINITY),
  }),
);

const Reading = z.object({
  /** Nothing is known of the time after this. */
  to: z.number(),
  proofs: z.object({
    up: z.object({ api: intervals, mail: intervals, public: intervals, returns: intervals }),
    watched: z.object({ public: intervals, returns: intervals }),
  }) satisfies z.ZodType<Proofs>,
});

/**
 * Reads when the API, mail, the public address and the mailbox for returned mail were down, as known at most `recentMs`
 * ago.
 *
 * @returns a function; a caller that already has a connection passes its `em`
 */
export function cachedOutages(cache: Cache, fork: () => EntityManager, dayMs: number) {
  const lifetimeMs = recentMs(dayMs);
  const entry: CacheEntry<z.output<typeof Reading>> = {
    name: 'outages',
    lifetimeMs,
    lockMs: 250,
    schema: Reading,
  };
  return async (from: number, to: number, em?: EntityManager): Promise<Outages> => {
    // Most owners were seen moments ago, and no outage since then can be known yet.
    if (to - from <= toleranceMs(dayMs)) return { api: [], mail: [], public: [], returns: [] };
    const { value } = await cache.get(
      entry,
      async () => ({ to, proofs: await readAllProofs(em ?? fork(), to) }),
      {
        // If the clock jumps, the outages are read again.
        key: String(Math.floor(to / lifetimeMs)),
        mayWait: em === undefined,
      },
    );
    return outagesBetween(value.proofs, from, Math.min(to, value.to), dayMs);
  };
}
