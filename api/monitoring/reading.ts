/** The numbers of the whole service, read from the database once for all processes, for the dashboard and the metrics. */
import { z } from 'zod';
import type { EntityManager } from '../../db/orm.ts';
import { readWorkers, type WorkersStatus } from '../../db/worker-status.ts';
import type { Cached, CacheEntry } from '../cache/cache.ts';
import type { ApiDeps } from '../deps.ts';
import { date, readStatistics, Statistics } from './statistics.ts';

export const Workers = z.object({
  reporting: z.number(),
  pollers: z.number(),
  polledAt: date.nullable(),
  backlog: z.number().nullable(),
  clockSkewMs: z.number().nullable(),
  mailCertificateUntil: date.nullable(),
}) satisfies z.ZodType<WorkersStatus>;

const Reading = z.object({ statistics: Statistics, workers: Workers, now: date });
/** The numbers, and when they were read. */
export type Reading = z.output<typeof Reading>;

const READING: CacheEntry<Reading> = {
  name: 'statistics',
  lifetimeMs: 5_000,
  lockMs: 5_000,
  schema: Reading,
};

/**
 * @param now the time, asked for only if the database is read
 * @param em if the caller has one
 */
export const readService = (
  { cache, orm, rules }: Pick<ApiDeps, 'cache' | 'orm' | 'rules'>,
  now: () => Date | Promise<Date>,
  em?: EntityManager,
): Promise<Cached<Reading>> =>
  cache.get(READING, async () => {
    const at = await now();
    const statistics = await readStatistics(em ?? orm.em.fork(), at, rules);
    return { statistics, workers: await readWorkers(orm, at), now: at };
  });
