/**
 * The clock of a process. It gives no time before it has been compared with the database's, after a comparison fails, or
 * after this machine's time has jumped: others would rely for years on what a wrong clock wrote.
 */

/** How long a comparison is valid: three heartbeats. */
const TRUSTED_FOR_MS = 90_000;
/** More drift between the wall clock and the monotonic clock means a jump, or a machine that slept. */
const MAX_DRIFT_MS = 5_000;

/** Thrown instead of a time that may be wrong. */
export class ClockUntrusted extends Error {
  override name = 'ClockUntrusted';
}

export interface TrustedClock {
  /** The time in milliseconds. @throws ClockUntrusted */
  now(): number;
  /**
   * Like `now`, but compares the clock first if it isn't trusted. Only then is there anything to wait for.
   *
   * @throws ClockUntrusted in the promise
   */
  current(): number | Promise<number>;
  /** Compares this machine's time with the database's; due with every heartbeat. @throws ClockUntrusted */
  compare(): Promise<void>;
}

/** This machine's clocks. */
export interface OwnClocks {
  wall: () => number;
  /** Nobody can set it. It stops while the machine sleeps. */
  monotonic: () => number;
}

const OWN: OwnClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * @param reference the database's time, in milliseconds
 * @param maxApartMs how far apart the two clocks may be
 */
export function trustedClock(
  reference: () => Promise<number>,
  maxApartMs: number,
  { wall, monotonic }: OwnClocks = OWN,
): TrustedClock {
  let compared: { at: number; ahead: number } | null = null;
  let comparing: Promise<void> | null = null;

  async function compareOnce(): Promise<void> {
    const theirs = await reference().catch((cause: unknown) => {
      compared = null;
      throw new ClockUntrusted('the database did not give the time', { cause });
    });
    const at = monotonic();
    const ours = wall();
    const apart = Math.abs(ours - theirs);
    // NaN fails this comparison too.
    compared = apart <= maxApartMs ? { at, ahead: ours - at } : null;
    if (!compared) {
      throw new ClockUntrusted(
        `this machine’s clock and the database’s are ${Math.round(apart / 1000)} s apart`,
      );
    }
  }

  function now(): number {
    if (!compared) throw new ClockUntrusted('this machine’s clock has not been compared with the database’s');
    const at = monotonic();
    const ours = wall();
    const drift = Math.abs(ours - at - compared.ahead);
    if (drift > MAX_DRIFT_MS || at - compared.at > TRUSTED_FOR_MS) {
      compared = null;
      throw new ClockUntrusted(
        drift > MAX_DRIFT_MS
          ? `this machine’s clock jumped by ${Math.round(drift / 1000)} s`
          : 'this machine’s clock was last compared with the database’s too long ago',
      );
    }
    return ours;
  }

  function compare(): Promise<void> {
    comparing ??= compareOnce().finally(() => {
      comparing = null;
    });
    return comparing;
  }

  return {
    now,
    compare,
    current() {
      try {
        return now();
      } catch {
        return compare().then(now);
      }
    },
  };
}
