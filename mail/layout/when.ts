const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A date in full, `21 November 2026`, in UTC. Spelt out by hand so that no ICU release can change a mail. */
export const utcDay = (at: Date): string =>
  `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

/** A moment in full, `Saturday 21 November 2026, 14:05 UTC`. The reader's time zone is not known here. */
export const utcMoment = (at: Date): string =>
  `${WEEKDAYS[at.getUTCDay()]} ${utcDay(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** A number of whole things: `1 day`, `9 days`. */
export const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** Days left, never more than there are: 22.5 is `22 days`, 0.5 is `less than a day`. */
export const daysLeftInWords = (days: number): string =>
  days < 1 ? 'less than a day' : count(Math.floor(days), 'day');
