/** The fields of an entry that our clients know by name, and which of them are secret. */
import type { Content, ContentKind } from '../crypto/index.ts';

/** Known fields in the order in which each kind shows them. Others follow. */
export const KNOWN_FIELDS: Record<ContentKind, readonly string[]> = {
  login: ['username', 'password', 'totp', 'url', 'notes'],
  card: ['cardholder', 'number', 'expiry', 'code', 'pin', 'brand', 'notes'],
  identity: [
    'salutation',
    'firstName',
    'middleName',
    'lastName',
    'birthDate',
    'company',
    'email',
    'phone',
    'address',
    'postalCode',
    'city',
    'state',
    'country',
    'ssn',
    'passportNumber',
    'licenceNumber',
    'username',
    'notes',
  ],
  note: ['text'],
  letter: ['to', 'text'],
  file: ['name', 'data', 'notes'],
};

/** Secret in an entry of any kind, because the kind may be changed where two versions are merged. */
const ALWAYS_SECRET: readonly string[] = ['password', 'totp', 'data'];

const SECRET: Partial<Record<ContentKind, readonly string[]>> = {
  card: ['number', 'code', 'pin'],
  identity: ['ssn', 'passportNumber', 'licenceNumber'],
};

/** The name of a field without its number: an entry may have `url (2)`. */
export const baseName = (field: string): string => field.replace(/ \(\d+\)$/, '');

/** Whether a field is covered until it is asked for, and is not listed or searched. */
export function isSecret({ kind, hidden = [] }: Pick<Content, 'kind' | 'hidden'>, field: string): boolean {
  const base = baseName(field);
  return ALWAYS_SECRET.includes(base) || SECRET[kind]?.includes(base) === true || hidden.includes(field);
}

/**
 * Fields in the order in which they are set. A name that is taken becomes `name (2)`, so that nothing is overwritten.
 */
export class Fields {
  readonly #values = new Map<string, string>();
  readonly #hidden: string[] = [];
  /** The last number that each name was given, so that thousands of one name aren't counted again with each. */
  readonly #last = new Map<string, number>();

  /** An empty value is left out. */
  add(name: string, value: string, { isHidden = false }: { isHidden?: boolean } = {}): this {
    if (value === '') return this;
    let free = name;
    let n = this.#last.get(name) ?? 1;
    while (this.#values.has(free)) {
      n += 1;
      free = `${name} (${n})`;
    }
    this.#last.set(name, n);
    if (isHidden) this.#hidden.push(free);
    return this.set(free, value);
  }

  /** Also an empty value. */
  set(name: string, value: string): this {
    this.#values.set(name, value);
    return this;
  }

  toContent(): Pick<Content, 'fields' | 'hidden'> {
    const fields = Object.fromEntries(this.#values);
    return this.#hidden.length > 0 ? { fields, hidden: this.#hidden } : { fields };
  }
}
