/**
 * Whether the database has run out of space. Only a refused write shows it: reads still work, and a trial write would
 * need the space that is missing. Each process writes at least with every heartbeat.
 */

/** Two heartbeats, so that health doesn't call a full disk free between them. */
const REMEMBERED_MS = 60_000;
/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100';

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === DISK_FULL || isDiskFull(error.cause));

export type DatabaseSpace = ReturnType<typeof createDatabaseSpace>;

export function createDatabaseSpace() {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Remembers an error of the database if it says that a write was refused for lack of space. */
    noteError(error: unknown): void {
      if (isDiskFull(error)) refusedAt = performance.now();
    },
    /** Whether a write of this process was refused for lack of space within the last minute. */
    isFull: (): boolean => performance.now() - refusedAt < REMEMBERED_MS,
  };
}
