import { z } from 'zod';
import { moment } from '../../http/schemas.ts';

const status = z
  .enum(['up', 'degraded', 'down', 'unconfigured', 'unknown'])
  .describe('`unknown`: nobody can tell while the database is down.');

const latencyMs = z.number().int();

export const HealthCheck = z.strictObject({ status, latencyMs });

export const Health = z.strictObject({
  status: z
    .enum(['ok', 'degraded', 'down'])
    .describe(
      '`down`: the API cannot serve. `degraded`: it serves, and something behind it needs attention.',
    ),
  version: z
    .string()
    .meta({ examples: ['0.1.0'] })
    .describe('Of the service.'),
  checks: z
    .strictObject({
      database: HealthCheck,
      cache: HealthCheck,
      queues: z
        .strictObject({
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
            .strictObject({
              size: z.number().int().describe('How many messages wait.'),
              lagMs: z.number().int().describe('The age of the oldest, in milliseconds.'),
            })
            .nullable()
            .describe('Messages that Temporal has not been told yet, and the age of the oldest.'),
        })
        .describe('Temporal, its task queue, and the way to it.'),
      realtime: z
        .strictObject({
          status,
          latencyMs,
          subscribed: z.boolean().describe('Whether what happens in other processes is heard at once.'),
          connections: z.number().int().describe('Open websockets of the process that answers.'),
        })
        .describe('The websockets.'),
      mail: z
        .strictObject({
          status,
          latencyMs,
          lastReachedAt: moment.nullable().describe('When the worker last reached the mail server.'),
        })
        .describe('The mail server, as the worker last saw it.'),
    })
    .describe('What the service depends on, one by one.'),
});
