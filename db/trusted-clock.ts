/**
 * The clock of a process. It gives no time before it has been compared with the database's, after a comparison fails, or
 * after this machine's time has jumped: others would rely for years on dates from a wrong clock. All clocks of a host may
 * be wrong alike, so the time is also compared with the newest heartbeat that the database remembers.
 */
import { withTimeout } from './timeout.ts';

/** How long a comparison is valid: three heartbeats. */
const TRUSTED_FOR_MS = 90_000;
/** A comparison that takes longer has failed, because its connection may be dead. The next one is a new one. */
const COMPARED_WITHIN_MS = 10_000;
/** More drift between the wall clock and the monotonic clock means a jump, or a machine that slept. */
const MAX_DRIFT_MS = 5_000;

/**
 * A time further after the newest heartbeat is not believed without an operator's word: either nothing was up for 30
 * days, or the clocks jumped ahead. These are real days, however short the days of the switches are.
 */
const MAX_AHEAD_MS = 30 * 86_400_000;

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
  /** It cannot be set. It stops while the machine sleeps. */
  monotonic: () => number;
}

/** The database's times. */
export interface DatabaseTime {
  /** Its clock, in milliseconds. */
  now: number;
  /** The newest heartbeat of any process; null before the first. */
  newestBeat: number | null;
}

const days = (ms: number): string =>
  Math.abs(ms) < 86_400_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 86_400_000)} days`;

/** Why a machine's time can't be trusted; null if it can. */
export function whyUntrusted(
  ours: number,
  { now, newestBeat }: DatabaseTime,
  maxApartMs: number,
): string | null {
  const apart = Math.abs(ours - now);
  // NaN fails these comparisons too.
  if (!(apart <= maxApartMs)) {
    return `this machine’s clock and the database’s are ${Math.round(apart / 1000)} s apart`;
  }
  const passed = newestBeat === null ? 0 : now - newestBeat;
  if (passed >= -maxApartMs && passed <= MAX_AHEAD_MS) return null;
  const where = passed < 0 ? `${days(-passed)} before` : `${days(passed)} after`;
  return `this machine’s clock and the database’s are ${where} the newest heartbeat; if they are right, say so with npm run admin -- clock --accept`;
}

const OWN: OwnClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * @param reference asks the database
 * @param maxApartMs how far apart the two clocks may be, and how far before the newest heartbeat
 * @param timeoutMs how long a comparison may take
 */
export function trustedClock(
  reference: () => Promise<DatabaseTime>,
  maxApartMs: number,
  { wall, monotonic }: OwnClocks = OWN,
  timeoutMs = COMPARED_WITHIN_MS,
): TrustedClock {
  let compared: { at: number; ahead: number } | null = null;
  let comparing: Promise<void> | null = null;

  async function compareOnce(): Promise<void> {
    const theirs = await withTimeout(reference(), timeoutMs).catch((cause: unknown) => {
      compared = null;
      throw new ClockUntrusted('the database did not give the time', { cause });
    });
    const at = monotonic();
    const ours = wall();
    const why = whyUntrusted(ours, theirs, maxApartMs);
    compared = why === null ? { at, ahead: ours - at } : null;
    if (why !== null) throw new ClockUntrusted(why);
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
