import { z } from 'zod';
import { MAIL_PROBLEMS } from '../../../db/entities/worker-status.ts';
import { extensibleEnum, moment } from '../../http/schemas.ts';

const status = z
  .enum(['up', 'degraded', 'down', 'unconfigured', 'unknown'])
  .describe('`unknown`: cannot be checked while the database is down.');

const latencyMs = z.number().int();

export const HealthCheck = z.strictObject({ status, latencyMs });

export const Health = z.strictObject({
  status: z
    .enum(['ok', 'degraded', 'down'])
    .describe(
      '`down`: the API cannot serve. `degraded`: it serves, but something behind it needs attention.',
    ),
  version: z
    .string()
    .meta({ examples: ['0.1.0'] })
    .describe('The version of the service.'),
  checks: z
    .strictObject({
      database: z
        .strictObject({
          status,
          latencyMs,
          problem: extensibleEnum(['read_only', 'disk_full'])
            .nullable()
            .describe(
              'Why it responds but cannot be used. `read_only`: it is a standby or recovering. `disk_full`: it ' +
                'refused to store something within the last minute.',
            ),
        })
        .describe('PostgreSQL. `down`: it does not respond, or stores nothing.'),
      clock: HealthCheck.describe(
        '`down`: the clocks of this process and the database disagree, or both have jumped, so no sign of life can be dated.',
      ),
      cache: HealthCheck.describe('Redis. `degraded`: it responds, but cannot be written to.'),
      queues: z
        .strictObject({
          status,
          latencyMs,
          pollers: z
            .number()
            .int()
            .nullable()
            .describe('Workers polling Temporal, as last reported by a worker.'),
          lastPolledAt: moment.nullable().describe('When one of them last polled.'),
          backlog: z
            .number()
            .int()
            .nullable()
            .describe('Tasks waiting in Temporal for a worker; null if unknown.'),
          outbox: z
            .strictObject({
              size: z.number().int().describe('The number of waiting messages.'),
              lagMs: z.number().int().describe('The age of the oldest, in milliseconds.'),
            })
            .nullable()
            .describe('Messages that have not reached Temporal yet, and the age of the oldest.'),
        })
        .describe('Temporal, its task queue, and the connection to it.'),
      realtime: z
        .strictObject({
          status,
          latencyMs,
          subscribed: z.boolean().describe('Whether events from other processes arrive at once.'),
          connections: z.number().int().describe('Open websockets of the responding process.'),
        })
        .describe('The websockets.'),
      mail: z
        .strictObject({
          status,
          latencyMs,
          lastReachedAt: moment.nullable().describe('When the worker last reached the mail server.'),
          problem: extensibleEnum(MAIL_PROBLEMS)
            .nullable()
            .describe(
              'A problem that the operator has to fix. `no_tls`: the mail server offers no TLS with a valid ' +
                'certificate, so nothing is sent to it and mails stay queued (`SMTP_REQUIRE_TLS`). ' +
                '`certificate_expired`: the same, because its certificate has expired.',
            ),
        })
        .describe('The mail server, as the worker last saw it.'),
      files: z
        .strictObject({
          status,
          latencyMs,
          problem: extensibleEnum(['disk_full', 'away'])
            .nullable()
            .describe(
              '`disk_full`: there is hardly any space, or the store refused something for lack of it within the last ' +
                'minute. `away`: it does not answer.',
            ),
        })
        .describe('The store of files. `degraded`: it accepts none, while everything else continues.'),
    })
    .describe('The dependencies of the service, one by one.'),
});
