/** The fields of an entry that the web app knows by name. */

/** Fields that aren't listed or searched, and that are covered until they are asked for. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'totp',
  'data',
  'number',
  'code',
  'ssn',
  'privateKey',
]);

/** The name of a field without its number: an entry may have `url (2)`. */
export const baseName = (field: string): string => field.replace(/ \(\d+\)$/, '');

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
