/** When to repeat a request that was refused, as a sentence. `Retry-After` has the exact seconds. */

const UNITS = [
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
] as const;

const SECOND = { seconds: 1, name: 'second' } as const;

/** In hours if it takes two or more, else in minutes, else in seconds; rounded up. */
export function waitInWords(seconds: number): string {
  const unit = UNITS.find((each) => seconds >= 2 * each.seconds) ?? SECOND;
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

export const tryAgain = (seconds: number): string => `Try again in ${waitInWords(seconds)}.`;
