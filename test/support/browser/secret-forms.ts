/** The ways in which a secret could be written. */

/** Shorter ones would be found by chance. */
const SHORTEST = 8;

/** Base64 of the bytes at any offset in a longer text, without the digits that their neighbours change. */
function base64Forms(bytes: Buffer, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

const percent = (bytes: Buffer): string => [...bytes].map((byte) => `%${hex(byte, 2)}`).join('');

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const textForms = (text: string): Record<string, (string | Buffer)[]> => ({
  'URL-encoded': [encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')],
  'as a string in JSON': [
    JSON.stringify(text).slice(1, -1),
    text.replace(/[^ -~]/g, (char) => `\\u${hex(char.charCodeAt(0), 4)}`),
  ],
  'in UTF-16': [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()],
  reversed: [[...text].reverse().join('')],
  'in lower or upper case': [text.toLowerCase(), text.toUpperCase()],
  'without its separators': [text.replace(/[\s-]/g, '')],
});

/**
 * What to look for, by how it is written.
 *
 * @throws Error if the secret is too short to be looked for
 */
export function formsOf(secret: string | Uint8Array): Map<string, Buffer[]> {
  const bytes = Buffer.from(secret);
  if (bytes.length < SHORTEST)
    throw new Error(`"${secret}" is too short to look for: take ${SHORTEST} bytes or more`);
  const forms: Record<string, (string | Buffer)[]> = {
    plain: [bytes],
    percent: [percent(bytes), percent(bytes).toUpperCase()],
    'in base64': [...base64Forms(bytes, 'base64'), ...base64Forms(bytes, 'base64url')],
    'in hex': [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    'with its bytes reversed': [Buffer.from(bytes).reverse()],
    ...(typeof secret === 'string' ? textForms(secret) : {}),
  };
  return new Map(
    Object.entries(forms).map(([name, each]) => [
      name,
      each.map((form) => Buffer.from(form)).filter(({ length }) => length >= SHORTEST),
    ]),
  );
}
