/** Dates and times in the reader's language and time zone. */
import { useLocale } from 'react-aria-components';

const cache = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const found = cache.get(key) ?? new Intl.DateTimeFormat(locale, options);
  cache.set(key, found);
  return found;
}

const STYLES = {
  day: { dateStyle: 'long' },
  'short day': { dateStyle: 'medium' },
  moment: { dateStyle: 'full', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  'short moment': { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

interface MomentProps {
  /** ISO 8601, as the API writes it. */
  at: string;
  as?: keyof typeof STYLES;
}

export function Moment({ at, as = 'moment' }: MomentProps) {
  const { locale } = useLocale();
  return <time dateTime={at}>{format(locale, STYLES[as]).format(new Date(at))}</time>;
}

/** The same as text, for sentences. */
export function useMoments(): (at: string | Date, as?: keyof typeof STYLES) => string {
  const { locale } = useLocale();
  return (at, as = 'moment') => format(locale, STYLES[as]).format(new Date(at));
}

/** A day in the reader's time zone, as a date field or the name of a file has it: `2026-11-27`. */
export function isoDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
