/** Codes of authenticator apps (RFC 6238). */

export interface TotpSettings {
  secret: Uint8Array<ArrayBuffer>;
  hash: 'SHA-1' | 'SHA-256' | 'SHA-512';
  digits: number;
  /** Seconds. */
  period: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const HASHES: Record<string, TotpSettings['hash']> = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' };

/** Base32 as people copy it: in groups, in any case, with or without padding. Null if it isn't Base32. */
function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.toUpperCase().replace(/[\s-]|=+$/g, '');
  if (digits === '' || /[^A-Z2-7]/.test(digits)) return null;
  const bytes = new Uint8Array(Math.floor((digits.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of digits) {
    held = ((held << 5) | ALPHABET.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    at += 1;
  }
  return bytes.length > 0 ? bytes : null;
}

const whole = (text: string | null, usual: number, least: number, most: number): number => {
  const number = Number(text ?? usual);
  return Number.isInteger(number) && number >= least && number <= most ? number : usual;
};

/**
 * Reads a secret in Base32, or the whole address behind a QR code. Null if it is neither, or is for other kinds of
 * codes.
 */
export function readTotp(text: string): TotpSettings | null {
  const usual = { hash: 'SHA-1', digits: 6, period: 30 } as const;
  if (!/^otpauth:/i.test(text.trim())) {
    const secret = fromBase32(text);
    return secret && { ...usual, secret };
  }
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  const named = url.searchParams;
  const secret = fromBase32(named.get('secret') ?? '');
  // KeePassXC marks Steam's codes this way. They use letters of their own.
  if (!secret || named.has('encoder') || !/^otpauth:\/\/totp/i.test(text.trim())) return null;
  return {
    secret,
    hash: HASHES[(named.get('algorithm') ?? 'SHA1').toUpperCase()] ?? 'SHA-1',
    digits: whole(named.get('digits'), usual.digits, 6, 8),
    period: whole(named.get('period'), usual.period, 1, 3_600),
  };
}

/** @param at milliseconds since 1970 */
export async function totpCode({ secret, hash, digits, period }: TotpSettings, at: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(at / 1_000 / period)));
  const algorithm = { name: 'HMAC', hash };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const from = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = mac.getUint32(from) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export interface ShownCode {
  code: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Seconds. */
  period: number;
}

/** The code that an authenticator app would show at this moment. Null if `secret` isn't for such an app. */
export async function codeOf({ secret }: { secret: string }): Promise<ShownCode | null> {
  const settings = readTotp(secret);
  if (!settings) return null;
  const now = Date.now();
  const period = settings.period * 1_000;
  const until = (Math.floor(now / period) + 1) * period;
  return { code: await totpCode(settings, now), until, period: settings.period };
}
