/**
 * The one clock of a process. It says nothing until it was compared with the database's, and nothing once a comparison
 * fails, or this machine's time jumps between two: what a wrong clock writes down, others believe for years.
 */

/** A comparison is good for so long: three beats of a service. */
const TRUSTED_FOR_MS = 90_000;
/** The wall clock may leave the monotonic one by so much between two comparisons. More is a step, or a machine that slept. */
const MOST_DRIFT_MS = 5_000;

/** Thrown instead of a time that nobody can vouch for. */
export class ClockUntrusted extends Error {
  override name = 'ClockUntrusted';
}

export interface TrustedClock {
  /** The time in milliseconds. @throws ClockUntrusted */
  now(): number;
  /** As `now`; where the clock is not trusted, it is compared first. @throws ClockUntrusted */
  current(): Promise<number>;
  /** Compares this machine's time with the database's. To be done with every beat. @throws ClockUntrusted */
  compare(): Promise<void>;
}

/** This machine's own clocks. */
export interface OwnClocks {
  wall: () => number;
  /** Never set, and stopped while the machine sleeps. */
  monotonic: () => number;
}

const OWN: OwnClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * @param reference the database's time, in milliseconds
 * @param mostApartMs how far the two may be apart
 */
export function trustedClock(
  reference: () => Promise<number>,
  mostApartMs: number,
  { wall, monotonic }: OwnClocks = OWN,
): TrustedClock {
  let compared: { at: number; ahead: number } | null = null;
  let comparing: Promise<void> | null = null;

  async function compareOnce(): Promise<void> {
    const theirs = await reference().catch((cause: unknown) => {
      compared = null;
      throw new ClockUntrusted('the database does not say what time it is', { cause });
    });
    const at = monotonic();
    const ours = wall();
    const apart = Math.abs(ours - theirs);
    // What is no number is no time either.
    compared = apart <= mostApartMs ? { at, ahead: ours - at } : null;
    if (!compared) {
      throw new ClockUntrusted(`this clock and the database’s are ${Math.round(apart / 1000)} s apart`);
    }
  }

  function now(): number {
    if (!compared) throw new ClockUntrusted('this clock was not compared with the database’s');
    const at = monotonic();
    const ours = wall();
    const drift = Math.abs(ours - at - compared.ahead);
    if (drift > MOST_DRIFT_MS || at - compared.at > TRUSTED_FOR_MS) {
      compared = null;
      throw new ClockUntrusted(
        drift > MOST_DRIFT_MS
          ? `this clock jumped by ${Math.round(drift / 1000)} s`
          : 'this clock was not compared with the database’s for too long',
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
    async current() {
      try {
        return now();
      } catch {
        await compare();
        return now();
      }
    },
  };
}
