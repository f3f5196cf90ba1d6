/** Schemas that several routes share. Unknown fields are refused everywhere: `strictObject`. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isTimeZone, LANGUAGES } from '../../db/locale.ts';
import { SWITCH_STATUSES } from '../../switch/state.ts';

export const id = z.uuid();
/** A date-time in a response: RFC 3339 in UTC, with three decimals (`2026-11-22T09:30:00.000Z`). */
export const moment = z.iso.datetime();

/**
 * A date-time in a request: RFC 3339 with any offset and any number of decimals, as each language writes it.
 * Normalised to the form of `moment`, cut off after the millisecond.
 */
export const anyMoment = z
  .string()
  .max(64)
  .toUpperCase()
  .pipe(z.iso.datetime({ offset: true, error: 'must be an RFC 3339 date-time with an offset or Z' }))
  .transform((text) => Date.parse(text.replace(/(\.\d{3})\d+/, '$1')))
  // Outside these years PostgreSQL and `Date` do not write RFC 3339.
  .refine((at) => at >= 0 && at < Date.UTC(10_000, 0), 'must be between the years 1970 and 9999')
  .transform((at) => new Date(at).toISOString())
  .meta({ format: 'date-time' });

export const message = z.string();
/** A response that only says what happened. */
export const messageBody = z.strictObject({ message });

/** An email address, normalised for comparing and storing: trimmed, NFC, lower case. */
export const email = z
  .string()
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .max(254)
  .pipe(z.email())
  .meta({ format: 'email' });

/**
 * A text that may also be empty. The document calls it just a string, because generators can't make a type of such a
 * choice.
 */
export const orEmpty = <T extends z.ZodType<string>>(text: T) =>
  text.or(z.literal('')).meta({
    override: ({ jsonSchema }) => {
      delete jsonSchema.anyOf;
      jsonSchema.type = 'string';
    },
  });

/**
 * Line breaks and other control characters, direction marks, and invisible characters. ZWJ and ZWNJ are part of
 * spelling.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u{e0000}-\u{e007f}]/u;

/**
 * A display name: one line. How much of it a mail repeats is decided where the mail is written (mail/layout/name.ts).
 */
export const name = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(60)
  .refine(
    (text) => !INVISIBLE.test(text),
    'must be one line without control, direction or invisible characters',
  )
  .meta({ description: 'A display name: one line without control, direction or invisible characters.' });

/**
 * One of a list of values that a later version may extend. In the document it is a string, whose description names the
 * values.
 */
export const extensibleEnum = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).meta({ isExtensible: true });

/** The language a person reads in. */
export const language = extensibleEnum(LANGUAGES).meta({
  description: 'The language that a person reads emails and pages in.',
  examples: ['de'],
});

/** The time zone of the dates that a person reads, kept as written. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be the IANA name of a time zone, such as Europe/Berlin')
  .meta({
    description: 'The time zone of the dates that a person reads: an IANA name.',
    examples: ['Europe/Berlin'],
  });

/** Free text, possibly of several lines. U+0000 is refused because PostgreSQL cannot store it. */
export const freeText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
    .regex(/^[^\u0000]*$/, 'must not contain U+0000');
/** Meaningless bytes for examples, the same on every call. */
const exampleBytes = (count: number): string =>
  createHash('shake256', { outputLength: count }).update('example').digest('base64');

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Whether a text is base64. On a MiB the pattern alone would block the event loop for 20 to 100 ms; decoding and
 * encoding again takes one. Only the last four characters need the pattern, because they may hold bits that the
 * decoder drops.
 */
function isBase64(text: string): boolean {
  const body = text.slice(0, -4);
  return BASE64.test(text.slice(-4)) && Buffer.from(body, 'base64').toString('base64') === body;
}

/**
 * Base64 of `minBytes` to `maxBytes` bytes, kept as written. The document doesn't say `contentEncoding`: clients in Go
 * would decode it, and then fail on a later format that isn't base64.
 */
export const base64 = (minBytes: number, maxBytes: number) =>
  z
    .string()
    .max(Math.ceil(maxBytes / 3) * 4)
    .refine(isBase64, 'must be base64 with padding')
    .refine(
      (text) => {
        const bytes = (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
        return bytes >= minBytes && bytes <= maxBytes;
      },
      `must be ${minBytes === maxBytes ? minBytes : `${minBytes} to ${maxBytes}`} bytes`,
    )
    .meta({
      pattern: BASE64.source,
      minLength: Math.ceil(minBytes / 3) * 4,
      form: `Base64, with padding, of ${minBytes === maxBytes ? minBytes : `${minBytes} to ${maxBytes}`} bytes.`,
      examples: [exampleBytes(Math.min(maxBytes, Math.max(minBytes, 24)))],
    });

/** A token from a link. */
export const linkToken = z.string().min(1).max(200).describe('The token from the link in an email.');
export const tokenQuery = z.strictObject({ token: linkToken });

export const switchStatus = z
  .enum(SWITCH_STATUSES)
  .describe('The status of a switch. The introduction explains each status.')
  .meta({ examples: ['armed'] });

/** Page size and position in a list. The cursor is opaque. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
};
export const nextCursor = z.string().nullable();
