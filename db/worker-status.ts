/** What workers report about Temporal every few seconds, for the API to read. */
import { type MailProblem, WorkerStatus } from './entities/worker-status.ts';
import type { EntityManager, Orm } from './orm.ts';
import { runStatement, type Statement } from './prepared.ts';

/** How often a worker reports. */
export const REPORT_EVERY_MS = 10_000;
/** A worker that hasn't reported for this long is gone, or can't reach the database. */
export const SILENT_AFTER_MS = 3 * REPORT_EVERY_MS;
/** When to delete the rows of workers that are gone. */
const FORGET_AFTER_MS = 86_400_000;

export interface WorkerReport {
  /** The worker process. */
  id: string;
  reportedAt: Date;
  pollers: number;
  polledAt: Date | null;
  backlog: number | null;
  clockSkewMs: number;
  mailProblem: MailProblem | null;
  mailCertificateUntil: Date | null;
}

export async function reportWorker(em: EntityManager, report: WorkerReport): Promise<void> {
  await em.upsert(WorkerStatus, report);
  await em.nativeDelete(WorkerStatus, {
    reportedAt: { $lt: new Date(report.reportedAt.getTime() - FORGET_AFTER_MS) },
  });
}

/** The reports of all workers that still report, together. */
export interface WorkersStatus {
  /** Worker processes that have reported recently. */
  reporting: number;
  pollers: number;
  polledAt: Date | null;
  /** Null if no worker could tell. */
  backlog: number | null;
  /** The largest, in either direction. */
  clockSkewMs: number | null;
  /** The earliest moment until which a worker found the mail server's certificate valid; null if none has seen one. */
  mailCertificateUntil: Date | null;
}

interface ReportRow {
  pollers: number;
  polledAt: number | null;
  backlog: number | null;
  clockSkewMs: number;
  mailCertificateUntil: number | null;
}

const RECENT_REPORTS: Statement<ReportRow> = {
  name: 'recent_reports',
  text: `
    select pollers, (extract(epoch from polled_at) * 1000)::float8 as "polledAt", backlog,
      clock_skew_ms as "clockSkewMs",
      (extract(epoch from mail_certificate_until) * 1000)::float8 as "mailCertificateUntil"
    from worker_status where reported_at > $1 order by reported_at desc`,
};

export async function readWorkers(orm: Orm, now: Date): Promise<WorkersStatus> {
  const rows = await runStatement(orm, RECENT_REPORTS, [new Date(now.getTime() - SILENT_AFTER_MS)]);
  const [latest] = rows;
  const skews = rows.map(({ clockSkewMs }) => clockSkewMs).toSorted((a, b) => Math.abs(b) - Math.abs(a));
  const until = rows.flatMap(({ mailCertificateUntil }) => mailCertificateUntil ?? []);
  return {
    reporting: rows.length,
    pollers: latest?.pollers ?? 0,
    polledAt: latest?.polledAt == null ? null : new Date(latest.polledAt),
    backlog: latest?.backlog ?? null,
    clockSkewMs: skews[0] ?? null,
    mailCertificateUntil: until.length === 0 ? null : new Date(Math.min(...until)),
  };
}
