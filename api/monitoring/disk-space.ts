/**
 * Whether the database has run out of space. Only a refused write tells: reading goes on, and trying one out would need
 * the space that is missing. A process writes with every heartbeat at least.
 */
import type { Orm } from '../../db/orm.ts';

/** Two heartbeats, so that health doesn't call a full disk free between them. */
export const REMEMBERED_MS = 60_000;
/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100';

const refusals = new WeakMap<Orm, number>();

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === DISK_FULL || isDiskFull(error.cause));

/** Remembers an error of the database if that is what it says. */
export function noteRefusedWrite(orm: Orm, error: unknown): void {
  if (isDiskFull(error)) refusals.set(orm, performance.now());
}

/** Whether a write of this process was refused for lack of space within the last minute. */
export const isOutOfSpace = (orm: Orm): boolean =>
  performance.now() - (refusals.get(orm) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
