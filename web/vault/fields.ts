/** The fields of an entry that the web app knows by name, and how much an entry holds. */
import { type Content, writeContent } from '../../crypto/index.ts';

/** Fields that no list shows, no search reads, and that are covered until somebody asks for them. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'totp',
  'data',
  'number',
  'code',
  'ssn',
  'privateKey',
]);

/** What a field is without its number: an entry may have `url (2)`. */
export const baseName = (field: string): string => field.replace(/ \(\d+\)$/, '');

/** What the text of an entry may take in UTF-8: a ciphertext of 1 MiB, less a signature and a tag. */
export const MOST_TEXT_BYTES = 1024 * 1024 - 64 - 16;

const encoder = new TextEncoder();

export const textBytes = (content: Content): number => encoder.encode(writeContent(content)).length;

export const fitsEntry = (content: Content): boolean => textBytes(content) <= MOST_TEXT_BYTES;

/**
 * Fields in the order in which they are set. A name that is taken becomes `name (2)`, so that nothing is overwritten.
 */
export class Fields {
  readonly #values = new Map<string, string>();
  /** The last number that each name was given, so that thousands of one name aren't counted again with each. */
  readonly #last = new Map<string, number>();

  /** An empty value is left out. */
  add(name: string, value: string): this {
    if (value === '') return this;
    let free = name;
    let n = this.#last.get(name) ?? 1;
    while (this.#values.has(free)) {
      n += 1;
      free = `${name} (${n})`;
    }
    this.#last.set(name, n);
    return this.set(free, value);
  }

  /** Also an empty value. */
  set(name: string, value: string): this {
    this.#values.set(name, value);
    return this;
  }

  toRecord(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }
}
