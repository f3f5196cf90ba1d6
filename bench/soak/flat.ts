/** Whether memory stays flat, judged from samples of it. */

export interface MemorySample {
  /** Seconds since the start. */
  at: number;
  mb: number;
}

export interface Trend {
  /** The lowest memory in the second third, and in the last one, in MB. */
  lows: [number, number];
  /** By how much they rise in an hour, in MB. */
  perHour: number;
  flat: boolean;
}

/** The share of the time in which each low is found. The first third is left out. */
const THIRD = 1 / 3;
/** V8 collects its old objects every two or three minutes, and each third has to contain such a collection. */
export const LEAST_MINUTES = 10;
/** The lows of a flat process may differ by this much: no two collections leave exactly the same. */
const TOLERANCE_MB = 5;

/**
 * Garbage makes memory rise and fall, and only what can't be collected raises its lows. While caches fill and V8 finds
 * the size of its heap, they rise too, so the first third is left out.
 *
 * @param seconds the length of the whole run, which begins at 0
 */
export function trendOf(samples: readonly MemorySample[], seconds: number): Trend {
  const third = seconds * THIRD;
  const lowOf = (nth: 1 | 2): number => {
    const counting = samples.filter(({ at }) => at >= nth * third && at < (nth + 1) * third);
    if (counting.length === 0) throw new RangeError('nothing was sampled in a third of the time');
    return Math.min(...counting.map(({ mb }) => mb));
  };
  const lows: Trend['lows'] = [lowOf(1), lowOf(2)];
  const rise = lows[1] - lows[0];
  return { lows, perHour: (rise / third) * 3_600, flat: rise <= TOLERANCE_MB };
}
