/** The 1PUX export of 1Password: a ZIP archive with `export.data`, which is JSON, and files that aren't imported. */
import type { Content } from '../../crypto/index.ts';
import { Fields } from '../fields.ts';
import { type Json, list, record, text } from './json.ts';
import { Collector, hostOf, type ImportWords, type ReadFile, toMoment } from './reading.ts';

/** Many times the size of a person's export from 1Password, and still little enough for a phone. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface OnePuxArchive {
  /** The text of `export.data`; null if there's none. */
  data: Uint8Array | null;
  isTooLarge: boolean;
  files: number;
}

/** Unpacks nothing but `export.data`, and no more of it than its limit. @throws if the archive is damaged */
export async function openArchive(bytes: Uint8Array): Promise<OnePuxArchive> {
  const { unzipSync } = await import('fflate');
  const archive: OnePuxArchive = { data: null, isTooLarge: false, files: 0 };
  let isFound = false;
  const unpacked = unzipSync(bytes, {
    // As much memory is reserved as the size says, so a wrong one can't fill more.
    filter({ name, originalSize }) {
      if (name.startsWith('files/') && !name.endsWith('/')) archive.files += 1;
      if (name !== 'export.data' || isFound) return false;
      isFound = true;
      archive.isTooLarge = originalSize > MOST_BYTES;
      return !archive.isTooLarge;
    },
  });
  archive.data = unpacked['export.data'] ?? null;
  return archive;
}

/** 1Password's kinds that exist here too. Others are log-ins if they have a user name or a password, else notes. */
const KINDS: Record<string, Content['kind']> = {
  '001': 'login',
  '002': 'card',
  '003': 'note',
  '004': 'identity',
  '005': 'login',
  '103': 'identity',
  '106': 'identity',
  '108': 'identity',
};

/** Our names for 1Password's fields, by 1Password's kind and the field's ID. */
const OWN_NAMES: Record<string, Record<string, string>> = {
  '002': {
    cardholder: 'cardholder',
    ccnum: 'number',
    expiry: 'expiry',
    cvv: 'code',
    pin: 'pin',
    type: 'brand',
  },
  '004': {
    firstname: 'firstName',
    initial: 'middleName',
    lastname: 'lastName',
    birthdate: 'birthDate',
    company: 'company',
    email: 'email',
    defphone: 'phone',
    username: 'username',
  },
  '103': { number: 'licenceNumber', birthdate: 'birthDate' },
  '106': { number: 'passportNumber', birthdate: 'birthDate' },
  '108': { number: 'ssn' },
};

/** Names in other kinds, such as servers and databases. */
const LOGIN_NAMES: Record<string, string> = { username: 'username', password: 'password', url: 'url' };

/** A date, even one before 1970, such as a birth date, which `toMoment` refuses. */
function day(seconds: unknown): string {
  const at = new Date(typeof seconds === 'number' ? seconds * 1_000 : Number.NaN);
  return Number.isNaN(at.getTime()) ? text(seconds) : at.toISOString().replace(/T.*/, '');
}

/** `202212` is December 2022. */
const month = (value: unknown): string => text(value).replace(/^(\d{4})(\d{2})$/, '$2/$1');

function addressLines(value: unknown): string {
  const { street, zip, city, state, country } = record(value);
  return [street, [zip, city].map(text).join(' ').trim(), state, country]
    .map(text)
    .filter(Boolean)
    .join('\n');
}

/** One value as text. An unknown kind of value is kept as it is written. */
function written(type: string, value: unknown): string {
  switch (type) {
    case 'date':
      return day(value);
    case 'monthYear':
      return month(value);
    case 'address':
      return addressLines(value);
    case 'email':
      return text(value) || text(record(value).email_address);
    default:
      return text(value) || (typeof value === 'object' && value !== null ? JSON.stringify(value) : '');
  }
}

const labelOf = ({ id, title }: Json): string => text(title).trim() || text(id);

class ItemFields {
  readonly fields = new Fields();
  readonly #names: Record<string, string>;
  readonly #isIdentity: boolean;
  readonly #words: ImportWords;
  readonly #collector: Collector;

  constructor(category: string, words: ImportWords, collector: Collector) {
    this.#names = OWN_NAMES[category] ?? (KINDS[category] ? {} : LOGIN_NAMES);
    this.#isIdentity = KINDS[category] === 'identity';
    this.#words = words;
    this.#collector = collector;
  }

  /** @param section its name, if it distinguishes the field from another one */
  add({ id, title, value }: Json, section: string): void {
    const [type = '', content] = Object.entries(record(value))[0] ?? [];
    if (type === 'reference') this.#collector.leave('linked_fields', 1);
    // The number of files comes from the archive.
    else if (type === 'file') return;
    else if (type === 'sshKey') this.#addKey(record(content));
    else if (type === 'address' && this.#isIdentity) this.#addAddress(record(content));
    else {
      const own = Object.hasOwn(this.#names, text(id)) ? this.#names[text(id)] : undefined;
      const label = labelOf({ id, title }) || this.#words.untitled;
      const name = type === 'totp' ? 'totp' : (own ?? (section === '' ? label : `${section}: ${label}`));
      const isHidden = own === undefined && (type === 'concealed' || type === 'creditCardNumber');
      this.fields.add(name, written(type, content), { isHidden });
    }
  }

  #addAddress({ street, zip, city, state, country }: Json): void {
    this.fields.add('address', text(street)).add('postalCode', text(zip)).add('city', text(city));
    this.fields.add('state', text(state)).add('country', text(country));
  }

  #addKey({ privateKey, metadata }: Json): void {
    const { publicKey, fingerprint } = record(metadata);
    this.fields
      .add('privateKey', text(privateKey), { isHidden: true })
      .add('publicKey', text(publicKey))
      .add('fingerprint', text(fingerprint));
  }
}

function addressesOf(overview: Json): string[] {
  const urls = list(overview.urls).map((each) => text(record(each).url));
  return (urls.length > 0 ? urls : [text(overview.url)]).filter((url) => url !== '');
}

/** The user name and the password come first. */
function credentials(details: Json): { username: string; password: string; others: Json[] } {
  const fields = list(details.loginFields).map(record);
  const of = (wanted: string) => fields.find(({ designation }) => designation === wanted);
  const [username, password] = [of('username'), of('password')];
  return {
    username: text(username?.value),
    password: text(password?.value) || text(details.password),
    others: fields.filter((each) => each !== username && each !== password),
  };
}

interface SectionField {
  field: Json;
  /** The name of its section, if another section has a field of the same name. */
  section: string;
}

function sectionFields(details: Json): SectionField[] {
  const sections = list(details.sections)
    .map(record)
    .map(({ title, fields }) => ({ section: text(title).trim(), fields: list(fields).map(record) }));
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const label of sections.flatMap(({ fields }) => [...new Set(fields.map(labelOf))]))
    (seen.has(label) ? repeated : seen).add(label);
  return sections.flatMap(({ section, fields }) =>
    fields.map((field) => ({ field, section: repeated.has(labelOf(field)) ? section : '' })),
  );
}

function contentOf(item: Json, vault: string, words: ImportWords, collector: Collector): Content {
  const overview = record(item.overview);
  const details = record(item.details);
  const category = text(item.categoryUuid);
  const urls = addressesOf(overview);
  const { username, password, others } = credentials(details);
  const read = new ItemFields(category, words, collector);
  const { fields } = read;
  const sections = sectionFields(details);
  const isLogin = (id: unknown) => id === 'username' || id === 'password';
  const hasLogin = username !== '' || password !== '' || sections.some(({ field }) => isLogin(field.id));
  const kind = KINDS[category] ?? (hasLogin ? 'login' : 'note');
  fields.add('username', username).add('password', password);
  for (const url of urls) fields.add('url', url);
  for (const { field, section } of sections) read.add(field, section);
  for (const { name, id, value, fieldType } of others)
    fields.add(text(name) || text(id) || words.untitled, text(value), { isHidden: fieldType === 'P' });
  fields.add(kind === 'note' ? 'text' : 'notes', text(details.notesPlain));
  collector.leave('password_history', list(details.passwordHistory).length);
  const tags = list(overview.tags).map(text).filter(Boolean);
  if (Number(item.favIndex) > 0) tags.push(words.favourite);
  if (item.state === 'archived') tags.push(words.archived);
  const [first = ''] = urls;
  return {
    version: 1,
    kind,
    title: text(overview.title).trim() || hostOf(first) || username || words.untitled,
    category: vault,
    tags: [...new Set(tags)],
    ...fields.toContent(),
  };
}

/** The vaults of 1Password become categories. @param files how many the archive has */
export function readOnePux(document: unknown, files: number, words: ImportWords): ReadFile {
  const collector = new Collector();
  let at = 0;
  for (const account of list(record(document).accounts)) {
    for (const vault of list(record(account).vaults).map(record)) {
      const { name: vaultName, desc } = record(vault.attrs);
      const name = text(vaultName);
      collector.leave('folder_details', text(desc) === '' ? 0 : 1);
      for (const value of list(vault.items)) {
        at += 1;
        // Older versions wrap each item.
        const item = record(record(value).item ?? value);
        const title = text(record(item.overview).title);
        if (item.trashed === true || item.state === 'trashed') collector.skip(at, 'in_trash', title);
        else if (!item.overview && !item.details) collector.skip(at, 'unknown_kind', title);
        else
          collector.add(at, contentOf(item, name, words, collector), {
            createdAt: toMoment(Number(item.createdAt) * 1_000),
            updatedAt: toMoment(Number(item.updatedAt) * 1_000),
          });
      }
    }
  }
  collector.leave('attachments', files);
  return collector.reading;
}
