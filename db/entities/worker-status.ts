import { defineEntity, p } from '@mikro-orm/core';

/** Why the mail server can't be used, if an operator has to settle it. */
export const MAIL_PROBLEMS = ['no_tls', 'certificate_expired'] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

/** The latest report of a worker process about Temporal, so that the API doesn't have to ask Temporal. */
export const WorkerStatus = defineEntity({
  name: 'WorkerStatus',
  tableName: 'worker_status',
  properties: {
    id: p.uuid().primary(),
    reportedAt: p.datetime(),
    /** Workers that poll Temporal for our tasks, including this one. */
    pollers: p.integer(),
    /** When one of them last polled. */
    polledAt: p.datetime().nullable(),
    /** Tasks waiting for a worker; null if Temporal didn't say. */
    backlog: p.integer().nullable(),
    /** How far this machine's clock is ahead of the database's. */
    clockSkewMs: p.integer(),
    mailProblem: p.text().$type<MailProblem>().nullable(),
    /** Until when the mail server's certificate is valid; null if this worker hasn't seen one. */
    mailCertificateUntil: p.datetime().nullable(),
  },
});
