import { z } from 'zod';
import { moment } from '../../schemas.ts';

/** `unknown`: nobody can tell while the database is down. */
const status = z.enum(['up', 'degraded', 'down', 'unconfigured', 'unknown']);

const latencyMs = z.number().int();

export const Health = z.strictObject({
  status: z
    .enum(['ok', 'degraded', 'down'])
    .describe(
      '`down`: the API cannot serve. `degraded`: it serves, and something behind it needs attention.',
    ),
  version: z.string(),
  checks: z.strictObject({
    database: z.strictObject({ status, latencyMs }),
    cache: z.strictObject({ status, latencyMs }),
    queues: z.strictObject({
      status,
      latencyMs,
      pollers: z
        .number()
        .int()
        .nullable()
        .describe('Workers that ask Temporal for work, as a worker last reported.'),
      lastPolledAt: moment.nullable().describe('When one of them last asked.'),
      backlog: z
        .number()
        .int()
        .nullable()
        .describe('Tasks that wait in Temporal for a worker; null while nobody can tell.'),
      outbox: z
        .strictObject({ size: z.number().int(), lagMs: z.number().int() })
        .nullable()
        .describe('Messages that Temporal has not been told yet, and the age of the oldest.'),
    }),
    realtime: z.strictObject({
      status,
      latencyMs,
      subscribed: z.boolean().describe('Whether what happens in other processes is heard at once.'),
      connections: z.number().int().describe('Open websockets of the process that answers.'),
    }),
    mail: z.strictObject({
      status,
      latencyMs,
      lastReachedAt: moment.nullable().describe('When the worker last reached the mail server.'),
    }),
  }),
});
