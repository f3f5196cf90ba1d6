/** What workers report about Temporal every few seconds, for the API to read. */
import { WorkerStatus } from './entities/worker-status.ts';
import type { EntityManager } from './orm.ts';

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
}

export async function readWorkers(em: EntityManager, now: Date): Promise<WorkersStatus> {
  const rows = await em.find(WorkerStatus, {
    reportedAt: { $gt: new Date(now.getTime() - SILENT_AFTER_MS) },
  });
  const latest = rows.toSorted((a, b) => b.reportedAt.getTime() - a.reportedAt.getTime())[0];
  const skews = rows.map(({ clockSkewMs }) => clockSkewMs).toSorted((a, b) => Math.abs(b) - Math.abs(a));
  return {
    reporting: rows.length,
    pollers: latest?.pollers ?? 0,
    polledAt: latest?.polledAt ?? null,
    backlog: latest?.backlog ?? null,
    clockSkewMs: skews[0] ?? null,
  };
}
