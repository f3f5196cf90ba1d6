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

/** @throws if it isn't well-formed. Entities that a file declares are not known, so none can grow. */
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

/** What the strings of KeePass are called here. The last three are of KeePassXC, KeePass and its plugins. */
const OWN_NAMES: Record<string, string> = {
  UserName: 'username',
  Password: 'password',
  URL: 'url',
  otp: 'totp',
  'TimeOtp-Secret-Base32': 'totp',
};

/** Further addresses: `KP2A_URL`, `KP2A_URL_1` … */
const nameOf = (key: string): string | undefined =>
  /^KP2A_URL(_\d+)?$/.test(key) ? 'url' : Object.hasOwn(OWN_NAMES, key) ? OWN_NAMES[key] : undefined;

function contentOf(entry: Element, category: string, words: ImportWords): Content {
  const strings = all(entry, 'String').map((each) => ({
    key: textOf(each, 'Key'),
    value: first(each, 'Value')?.text ?? '',
    isHidden: first(each, 'Value')?.attributes.ProtectInMemory?.toLowerCase() === 'true',
  }));
  const of = (wanted: string) => strings.find(({ key }) => key === wanted)?.value ?? '';
  const kind = ['UserName', 'Password', 'URL'].some((key) => of(key) !== '') ? 'login' : 'note';
  const fields = new Fields();
  // In our order; the others follow in theirs.
  for (const key of Object.keys(OWN_NAMES)) fields.add(OWN_NAMES[key]!, of(key));
  for (const { key, value, isHidden } of strings) {
    if (key === 'Title' || key === 'Notes' || Object.hasOwn(OWN_NAMES, key)) continue;
    const own = nameOf(key);
    fields.add(own ?? (key || words.untitled), value, { isHidden: isHidden && own === undefined });
  }
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

/** Groups become categories, with those they are in. The outermost one is the database, and has no name of its own. */
export function readKeepass(root: Element, words: ImportWords): ReadFile {
  const collector = new Collector();
  const meta = first(root, 'Meta');
  const bin = textOf(meta, 'RecycleBinUUID');
  let at = 0;
  const readGroup = (group: Element, path: readonly string[], isTrash: boolean): void => {
    for (const entry of all(group, 'Entry')) {
      at += 1;
      const content = contentOf(entry, path.join(' / '), words);
      if (isTrash) {
        collector.skip(at, 'in_trash', content.title);
        continue;
      }
      const times = first(entry, 'Times');
      collector.add(at, content, {
        createdAt: momentOf(textOf(times, 'CreationTime')),
        updatedAt: momentOf(textOf(times, 'LastModificationTime')),
      });
      collector.leave('attachments', all(entry, 'Binary').length);
      collector.leave('earlier_versions', first(entry, 'History')?.children.length ?? 0);
    }
    for (const inner of all(group, 'Group')) {
      const uuid = textOf(inner, 'UUID');
      readGroup(inner, [...path, textOf(inner, 'Name')], isTrash || (uuid !== '' && uuid === bin));
    }
  };
  for (const group of all(first(root, 'Root') ?? root, 'Group')) readGroup(group, [], false);
  return collector.reading;
}
