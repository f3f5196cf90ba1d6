/** What workers say of Temporal, written by each of them every few seconds and read by the API. */
import { WorkerStatus } from './entities/worker-status.ts';
import type { EntityManager } from './orm.ts';

/** How often a worker reports. */
export const REPORT_EVERY_MS = 10_000;
/** A worker that has not reported for this long is gone, or cannot reach the database. */
export const SILENT_AFTER_MS = 3 * REPORT_EVERY_MS;
/** Rows of workers that are long gone. */
const FORGET_AFTER_MS = 86_400_000;

export interface WorkerReport {
  /** Of the worker process. */
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

/** What the workers that still report agree on. */
export interface WorkersStatus {
  /** Worker processes that reported lately. */
  reporting: number;
  pollers: number;
  polledAt: Date | null;
  /** Null where nobody could tell. */
  backlog: number | null;
  /** The largest, either way. */
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
