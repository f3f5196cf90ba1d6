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
      /** Workers that ask Temporal for work, as a worker last reported. */
      pollers: z.number().int().nullable(),
      /** When one of them last asked. */
      lastPolledAt: moment.nullable(),
      /** Tasks that wait in Temporal for a worker; null while nobody can tell. */
      backlog: z.number().int().nullable(),
      /** Messages that Temporal has not been told yet, and the age of the oldest. */
      outbox: z.strictObject({ size: z.number().int(), lagMs: z.number().int() }).nullable(),
    }),
    realtime: z.strictObject({
      status,
      latencyMs,
      /** Whether what happens in other processes is heard at once. */
      subscribed: z.boolean(),
      /** Open websockets of the process that answers. */
      connections: z.number().int(),
    }),
    mail: z.strictObject({
      status,
      latencyMs,
      /** When the worker last reached the mail server. */
      lastReachedAt: moment.nullable(),
    }),
  }),
});
