/**
 * Dates as people read them, in their language and time zone. Spelt by hand, so that no ICU release changes a mail;
 * only how far a zone is from UTC comes from `Intl`.
 */
import type { Language, Locale } from '../../db/locale.ts';

/** A moment as the reader's clock shows it. The UTC fields of `wall` are local time. */
interface LocalTime {
  wall: Date;
  /** What people call the zone: `UTC`, `CET`, `UTC+9`. */
  zone: string;
}

interface Spelling {
  /** What people call a zone in winter and in summer; null where they have no name for it in this language. */
  zones: Record<NamedZone, { winter: string; summer: string } | null>;
  day(wall: Date): string;
  moment(time: LocalTime): string;
}

type NamedZone = 'central_european' | 'british';

const EN = {
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: [
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
  ],
};
const DE = {
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  months: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
};

const clock = (wall: Date): string => wall.toISOString().slice(11, 16);

const SPELLINGS: Record<Language, Spelling> = {
  en: {
    zones: {
      central_european: { winter: 'CET', summer: 'CEST' },
      british: { winter: 'GMT', summer: 'BST' },
    },
    day: (wall) => `${wall.getUTCDate()} ${EN.months[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`,
    moment({ wall, zone }) {
      return `${EN.weekdays[wall.getUTCDay()]} ${this.day(wall)}, ${clock(wall)} ${zone}`;
    },
  },
  de: {
    zones: { central_european: { winter: 'MEZ', summer: 'MESZ' }, british: null },
    day: (wall) => `${wall.getUTCDate()}. ${DE.months[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`,
    moment({ wall, zone }) {
      return `${DE.weekdays[wall.getUTCDay()]}, ${this.day(wall)}, ${clock(wall)} Uhr (${zone})`;
    },
  },
};

const MINUTE_MS = 60_000;

/**
 * Made once for each zone, because making one takes longer than writing a mail. Null where `Intl` knows no such zone.
 */
const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      format = null;
    }
    formats.set(zone, format);
  }
  return format;
}

/** Minutes ahead of UTC. A zone that `Intl` doesn't know is UTC: the mail must go out, and it names its zone. */
function offsetMinutes(zone: string, at: Date): number {
  const name = formatOf(zone)
    ?.formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = name?.match(/^GMT([+-])(\d\d):(\d\d)/) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** The family of names that people use for a zone, and how many minutes it is ahead of UTC in winter. */
function namedZone(zone: string, at: Date): { name: NamedZone; winter: number } | null {
  if (!zone.startsWith('europe/')) return null;
  const winter = offsetMinutes(zone, new Date(Date.UTC(at.getUTCFullYear(), 0, 1)));
  if (zone === 'europe/london') return { name: 'british', winter };
  return winter === 60 ? { name: 'central_european', winter } : null;
}

/** `UTC`, `UTC+9`, `UTC−3:30`. */
function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const ahead = Math.abs(minutes);
  const rest = ahead % 60 === 0 ? '' : `:${String(ahead % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(ahead / 60)}${rest}`;
}

function localTime(at: Date, { language, timeZone }: Locale): LocalTime {
  // IANA names are the same in upper and lower case.
  const zone = timeZone.toLowerCase();
  const offset = offsetMinutes(zone, at);
  const named = namedZone(zone, at);
  const names = named && SPELLINGS[language].zones[named.name];
  return {
    wall: new Date(at.getTime() + offset * MINUTE_MS),
    zone: names ? names[offset === named.winter ? 'winter' : 'summer'] : offsetName(offset),
  };
}

/**
 * A day in full: `21 November 2026`, `21. November 2026`.
 *
 * @throws RangeError for an invalid date
 */
export const dayIn = (locale: Locale, at: Date): string =>
  SPELLINGS[locale.language].day(localTime(at, locale).wall);

/**
 * A moment in full: `Saturday 21 November 2026, 14:05 UTC`, `Samstag, 21. November 2026, 15:05 Uhr (MEZ)`.
 *
 * @throws RangeError for an invalid date
 */
export const momentIn = (locale: Locale, at: Date): string =>
  SPELLINGS[locale.language].moment(localTime(at, locale));

/** A number of whole things: `1 day`, `9 days`. */
export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
