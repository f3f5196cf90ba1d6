import { z } from 'zod';
import { moment } from '../../schemas.ts';

/** `unknown`: nobody can tell while the database is down. */
const status = z.enum(['up', 'degraded', 'down', 'unconfigured', 'unknown']);

const latencyMs = z.number().int();

export const Health = z.strictObject({
  /** `down`: the API cannot serve. `degraded`: it serves, and something behind it needs attention. */
  status: z.enum(['ok', 'degraded', 'down']),
  version: z.string(),
  checks: z.strictObject({
    database: z.strictObject({ status, latencyMs }),
    cache: z.strictObject({ status, latencyMs }),
    queues: z.strictObject({
      status,
      latencyMs,
      /** Messages that Temporal has not been told yet. */
      backlog: z.number().int().nullable(),
      /** Age of the oldest of them. */
      lagMs: z.number().int().nullable(),
    }),
    realtime: z.strictObject({ status, latencyMs }),
    mail: z.strictObject({
      status,
      latencyMs,
      /** When the worker last reached the mail server. */
      lastReachedAt: moment.nullable(),
    }),
  }),
});
