/** Writes a calendar (iCalendar, RFC 5545). Its texts are our own, so a library would only be one more to trust. */

export interface CalendarEvent {
  /** Stays the same while the event moves. */
  uid: string;
  at: Date;
  summary: string;
  description: string;
}

export interface Calendar {
  name: string;
  events: readonly CalendarEvent[];
}

/** The most bytes in a line, without its end (3.1). */
const LINE_BYTES = 75;

/** Breaks a line between characters, not within one. Further lines begin with a space. */
function fold(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LINE_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += character;
    bytes += length;
  }
  return lines.join('\r\n');
}

/** A value of the type TEXT (3.3.11). */
const text = (value: string): string =>
  value.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n');

/** A date with a time, in UTC (3.3.5). */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const eventLines = ({ uid, at, summary, description }: CalendarEvent, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(now)}`,
  `DTSTART:${utc(at)}`,
  `SUMMARY:${text(summary)}`,
  `DESCRIPTION:${text(description)}`,
  'CLASS:PRIVATE',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** @param now when it is written */
export function writeCalendar({ name, events }: Calendar, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vault Handover//EN',
    'METHOD:PUBLISH',
    // RFC 7986, and the name that most programs read instead.
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
