/** The kinds of values that variables have, with a message for each kind of mistake. */
import { z } from 'zod';

/** Milliseconds per unit of a duration. */
export const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration such as `15m`, `1h` or `7d`, read as milliseconds. */
export const duration = (preset: string) =>
  z
    .string()
    .regex(/^\d+[smhd]$/, 'must be a number with a unit: 30s, 15m, 1h or 7d')
    .default(preset)
    .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
    .refine((ms) => ms > 0, 'must be longer than zero');

/** Bytes per unit of a size, as the page shows sizes. */
const UNIT_BYTES = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** A size such as `500MB` or `20GB`, read as bytes. */
export const size = (preset: string) =>
  z
    .string()
    .regex(/^\d{1,6}(MB|GB|TB)$/, 'must be a number with a unit: 500MB, 20GB or 1TB')
    .default(preset)
    .transform((text) => Number(text.slice(0, -2)) * UNIT_BYTES[text.slice(-2) as keyof typeof UNIT_BYTES]);

export const boolean = (preset: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(preset)
    .transform((text) => text === 'true');

/** For a default that depends on other variables. */
export const optionalBoolean = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional();

export const integer = (min: number, max: number, preset: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(preset))
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

export const port = (preset: number) => integer(0, 65_535, preset);

/** A secret of at least 64 bytes of base64; `openssl rand -base64 64` makes one. */
export const secret = z
  .string('is required: make one with `openssl rand -base64 64 | tr -d "\\n"`')
  .regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'must be base64 on one line')
  .refine(
    (text) => Buffer.from(text, 'base64').length >= 64,
    'is too short: it needs at least 64 random bytes, such as from `openssl rand -base64 64 | tr -d "\\n"`',
  );

/** Secrets that were replaced, newest first. */
export const formerSecrets = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((each) => each.trim())))
  .pipe(z.array(secret));

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Addresses of web apps, reduced to the form that browsers send as `Origin`. */
export const origins = list.transform((addresses, { issues }) =>
  addresses.flatMap((input) => {
    const url = URL.parse(input);
    if (url && /^https?:$/.test(url.protocol) && !url.host.includes('*')) return [url.origin];
    const message = `must be a list of origins such as https://app.example.com, but ${input} isn't an origin`;
    issues.push({ code: 'custom', message, input });
    return [];
  }),
);

/** Hosts with their ports. */
export const addresses = list.transform((written, { issues }) =>
  written.flatMap((input) => {
    const [, host, port] = input.match(/^(?:\[?([^\s[\]]+?)\]?):(\d{1,5})$/) ?? [];
    if (host && Number(port) <= 65_535) return [{ host, port: Number(port) }];
    const message = `must be a list of addresses such as redis-1:26379, but ${input} isn't one`;
    issues.push({ code: 'custom', message, input });
    return [];
  }),
);
