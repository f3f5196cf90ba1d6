/** The XML that KeePass 2 and KeePassXC export. */
import type { Content } from '../../crypto/index.ts';
import { Fields } from '../fields.ts';
import { Collector, hostOf, type ImportWords, type ReadFile, toMoment } from './reading.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Deeper than anyone nests groups. */
const MOST_DEPTH = 100;

/** @throws if it isn't well-formed. Entities that a file declares are unknown, so none can expand. */
export async function parseXml(text: string): Promise<Element> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const path = [top];
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    path.at(-1)!.children.push(element);
    path.push(element);
    if (path.length > MOST_DEPTH) throw new Error('nested too deeply');
  });
  parser.on('closetag', () => void path.pop());
  const add = (more: string) => {
    path.at(-1)!.text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return top.children[0]!;
}

const all = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);
const first = (element: Element | undefined, name: string): Element | undefined =>
  element && all(element, name)[0];
const textOf = (element: Element | undefined, name: string): string =>
  first(element, name)?.text.trim() ?? '';

/** Seconds from the year 1 to 1970. */
const YEAR_1 = 62_135_596_800;

/** A date, or, in newer versions, eight bytes in Base64: seconds since the year 1, the lowest byte first. */
function momentOf(written: string): string | null {
  if (!/^[A-Za-z0-9+/]{11}=$/.test(written)) return toMoment(written);
  const bytes = [...atob(written)].map((byte) => byte.charCodeAt(0));
  const seconds = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return toMoment((seconds - YEAR_1) * 1_000);
}

/** Our names for KeePass's strings. The last three come from KeePassXC, KeePass and its plugins. */
const OWN_NAMES: Record<string, string> = {
  UserName: 'username',
  Password: 'password',
  URL: 'url',
  otp: 'totp',
  'TimeOtp-Secret-Base32': 'totp',
};

/** KeePass's settings for that secret, and their names in an `otpauth` address. */
const TOTP_SETTINGS: Record<string, string> = {
  'TimeOtp-Period': 'period',
  'TimeOtp-Length': 'digits',
  'TimeOtp-Algorithm': 'algorithm',
};

/** A secret with settings of its own becomes an `otpauth` address, which includes them. */
function totpOf(secret: string, of: (key: string) => string): string {
  const settings = Object.entries(TOTP_SETTINGS).filter(([key]) => of(key) !== '');
  if (secret === '' || settings.length === 0) return secret;
  const query = new URLSearchParams({ secret: secret.replaceAll(/\s/g, '') });
  // KeePass writes `HMAC-SHA-256`.
  for (const [key, name] of settings) query.set(name, of(key).replace(/^HMAC-SHA-/i, 'SHA'));
  return `otpauth://totp/?${query}`;
}

/** A field of another entry, which is named by its ID: KeePass writes it in place of the value. */
const REFERENCE = /\{REF:([TUPAN])@I:([0-9A-F]{32})\}/gi;
const ANY_REFERENCE = /\{REF:[TUPANIO]@[TUPANIO]:[^}]*\}/gi;
const REFERRED: Record<string, string> = { T: 'Title', U: 'UserName', P: 'Password', A: 'URL', N: 'Notes' };
/** More than anyone chains, or puts into one entry. References could otherwise expand without end. */
const MOST_LINKS = 5;
const MOST_REFERENCES = 100;

const stringOf = (entry: Element | undefined, key: string): string => {
  const string = entry && all(entry, 'String').find((each) => textOf(each, 'Key') === key);
  return first(string, 'Value')?.text ?? '';
};

/** 16 bytes in Base64, as references write them. */
const inHex = (uuid: string): string => {
  try {
    return [...atob(uuid)]
      .map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
  } catch {
    return '';
  }
};

function allEntries(group: Element): Element[] {
  return [...all(group, 'Entry'), ...all(group, 'Group').flatMap(allEntries)];
}

/** Replaces references with their values, as far as their entries are in the file. */
function resolver(byId: ReadonlyMap<string, Element>): (value: string) => string {
  let left = MOST_REFERENCES;
  const resolve = (value: string, depth: number): string =>
    value.replace(REFERENCE, (reference, field: string, id: string) => {
      const entry = byId.get(id.toUpperCase());
      if (!entry || depth === MOST_LINKS || left === 0) return reference;
      left -= 1;
      return resolve(stringOf(entry, REFERRED[field.toUpperCase()]!), depth + 1);
    });
  return (value) => resolve(value, 0);
}

/** Further addresses: `KP2A_URL`, `KP2A_URL_1` … */
const nameOf = (key: string): string | undefined =>
  /^KP2A_URL(_\d+)?$/.test(key) ? 'url' : Object.hasOwn(OWN_NAMES, key) ? OWN_NAMES[key] : undefined;

function contentOf(
  entry: Element,
  category: string,
  { words, resolve }: { words: ImportWords; resolve(value: string): string },
): Content {
  const strings = all(entry, 'String').map((each) => {
    const { text = '', attributes = {} } = first(each, 'Value') ?? {};
    // A reference to a password is replaced with a password.
    const isHidden = attributes.ProtectInMemory?.toLowerCase() === 'true' || /\{REF:P@/i.test(text);
    return { key: textOf(each, 'Key'), value: resolve(text), isHidden };
  });
  const of = (wanted: string) => strings.find(({ key }) => key === wanted)?.value ?? '';
  const kind = ['UserName', 'Password', 'URL'].some((key) => of(key) !== '') ? 'login' : 'note';
  const fields = new Fields();
  // Fields that we know come first, in our order; the others follow in theirs.
  const secret = 'TimeOtp-Secret-Base32';
  for (const key of Object.keys(OWN_NAMES))
    fields.add(OWN_NAMES[key]!, key === secret ? totpOf(of(key), of) : of(key));
  for (const { key, value, isHidden } of strings) {
    if (key === 'Title' || key === 'Notes' || Object.hasOwn(OWN_NAMES, key)) continue;
    if (Object.hasOwn(TOTP_SETTINGS, key) && of(secret) !== '') continue;
    const own = nameOf(key);
    fields.add(own ?? (key || words.untitled), value, { isHidden: isHidden && own === undefined });
  }
  const times = first(entry, 'Times');
  if (textOf(times, 'Expires').toLowerCase() === 'true')
    fields.add('expiry', momentOf(textOf(times, 'ExpiryTime'))?.slice(0, 10) ?? '');
  fields.add(kind === 'note' ? 'text' : 'notes', of('Notes'));
  return {
    version: 1,
    kind,
    title: of('Title').trim() || hostOf(of('URL')) || of('UserName') || words.untitled,
    category,
    tags: [
      ...new Set(
        textOf(entry, 'Tags')
          .split(/[;,]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ],
    ...fields.toContent(),
  };
}

/** Groups become categories, with the names of their parents. The outermost group is the database, and is left out. */
export function readKeepass(root: Element, words: ImportWords): ReadFile {
  const collector = new Collector();
  const meta = first(root, 'Meta');
  const bin = textOf(meta, 'RecycleBinUUID');
  const top = first(root, 'Root') ?? root;
  const byId = new Map(allEntries(top).map((entry) => [inHex(textOf(entry, 'UUID')), entry]));
  let at = 0;
  const readGroup = (group: Element, path: readonly string[], isTrash: boolean): void => {
    for (const entry of all(group, 'Entry')) {
      at += 1;
      const content = contentOf(entry, path.join(' / '), { words, resolve: resolver(byId) });
      if (isTrash) {
        collector.skip(at, 'in_trash', content.title);
        continue;
      }
      const times = first(entry, 'Times');
      collector.add(at, content, {
        createdAt: momentOf(textOf(times, 'CreationTime')),
        updatedAt: momentOf(textOf(times, 'LastModificationTime')),
      });
      const unresolved = [content.title, ...Object.values(content.fields)].join('\n').match(ANY_REFERENCE);
      collector.leave('linked_fields', unresolved?.length ?? 0);
      collector.leave('attachments', all(entry, 'Binary').length);
      collector.leave('earlier_versions', first(entry, 'History')?.children.length ?? 0);
    }
    const details = ['Notes', 'Tags'].filter((name) => textOf(group, name) !== '');
    if (!isTrash) collector.leave('folder_details', details.length);
    for (const inner of all(group, 'Group')) {
      const uuid = textOf(inner, 'UUID');
      readGroup(inner, [...path, textOf(inner, 'Name')], isTrash || (uuid !== '' && uuid === bin));
    }
  };
  for (const group of all(top, 'Group')) readGroup(group, [], false);
  return collector.reading;
}
