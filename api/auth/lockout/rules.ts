/** The numbers of the lockout, and the interface of its counters. `RATE_LIMIT_SCALE` does not apply. */

const MINUTE_MS = 60_000;

export const LOCKOUT = {
  /** How many failures within the window cause a lockout. */
  failures: 5,
  windowMs: 15 * MINUTE_MS,
  /** The first lockout. Each further one lasts twice as long. */
  firstMs: 15 * MINUTE_MS,
  longestMs: 24 * 60 * MINUTE_MS,
  /** After this long without a failure or a lockout, the next lockout is a first one again. */
  forgottenMs: 24 * 60 * MINUTE_MS,
} as const;

/** The state of an address. Times are milliseconds of domain time. */
export interface LedgerStatus {
  lockedUntil: number | null;
  failures: number;
}

/** Times are milliseconds of domain time. */
export interface LockoutLedger {
  /**
   * Counts an attempt as failed while checking whether it may be made. The last permitted attempt locks the address.
   *
   * @returns null if it may be made; otherwise until when the address is locked, and nothing is counted
   */
  reserve(key: string, id: string, now: number): Promise<number | null>;
  /** Takes back an attempt that did not fail, and the lock that it alone caused. */
  giveBack(key: string, id: string, now: number): Promise<void>;
  forget(key: string): Promise<void>;
  /** The status of each key, in order, in one round trip. */
  statuses(keys: readonly string[], now: number): Promise<LedgerStatus[]>;
}

export interface LockoutLedgers {
  shared: LockoutLedger;
  /** The attempts counted while Redis was down. Only this process knows them. */
  own: LockoutLedger;
}
