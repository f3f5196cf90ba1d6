/** Whether memory stays flat, judged from samples of it. */

export interface Sample {
  /** Seconds since some moment. */
  at: number;
  mb: number;
}

export interface Trend {
  /** The mean of the lows, in MB. */
  mean: number;
  /** The slope of the line through the lows, in MB an hour. */
  perHour: number;
  /** Two standard errors of the slope: a smaller one is noise. */
  noise: number;
  flat: boolean;
}

/**
 * Garbage makes memory rise and fall, and only what can't be collected raises its lows. So the line goes through the
 * lowest sample of each stretch, and the trend is flat unless it rises by more than the noise around that line.
 *
 * @param stretch in seconds
 */
export function trendOf(samples: readonly Sample[], stretch: number): Trend {
  const lows = new Map<number, Sample>();
  for (const sample of samples) {
    const block = Math.floor(sample.at / stretch);
    const low = lows.get(block);
    if (!low || sample.mb < low.mb) lows.set(block, sample);
  }
  const points = [...lows.values()];
  const { length } = points;
  if (length < 4) throw new RangeError('a line through fewer than four points says nothing');
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / length;
  const [middle, mean] = [meanOf(points.map(({ at }) => at)), meanOf(points.map(({ mb }) => mb))];
  const spread = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const slope = points.reduce((sum, { at, mb }) => sum + (at - middle) * (mb - mean), 0) / spread;
  const rest = points.reduce((sum, { at, mb }) => sum + (mb - mean - slope * (at - middle)) ** 2, 0);
  const error = Math.sqrt(rest / (length - 2) / spread);
  const [perHour, noise] = [slope * 3_600, 2 * error * 3_600];
  return { mean, perHour, noise, flat: perHour <= noise };
}
