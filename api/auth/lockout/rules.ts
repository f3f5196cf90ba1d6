/** The numbers of the lockout, and what keeps count of it. `RATE_LIMIT_SCALE` does not touch them. */

const MINUTE_MS = 60_000;

export const LOCKOUT = {
  /** So many failures within the window lock. */
  failures: 5,
  windowMs: 15 * MINUTE_MS,
  /** The first lockout; each further one lasts twice as long as the one before. */
  firstMs: 15 * MINUTE_MS,
  longestMs: 24 * 60 * MINUTE_MS,
  /** After so long without a failure or a lockout the next one is a first one again. */
  forgottenMs: 24 * 60 * MINUTE_MS,
} as const;

/** How an address stands; a moment in milliseconds of domain time. */
export interface LedgerStatus {
  lockedUntil: number | null;
  failures: number;
}

/** Moments are milliseconds of domain time. */
export interface LockoutLedger {
  /**
   * Counts an attempt as failed, in one step with asking whether it may be made at all. The last one that may be
   * locks.
   *
   * @returns null if it may be made; until when the address is locked if not, and then nothing is counted
   */
  reserve(key: string, id: string, now: number): Promise<number | null>;
  /** Takes an attempt back that has not failed, and the lock that it alone caused. */
  giveBack(key: string, id: string, now: number): Promise<void>;
  forget(key: string): Promise<void>;
  status(key: string, now: number): Promise<LedgerStatus>;
  /** Of each of them, in their order, in one round trip. */
  statuses(keys: readonly string[], now: number): Promise<LedgerStatus[]>;
}
