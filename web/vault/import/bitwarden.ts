/** The unencrypted JSON that Bitwarden and Vaultwarden export, of a person or of an organisation. */
import type { Content } from '../../../crypto/index.ts';
import { Fields } from '../fields.ts';
import { Collector, hostOf, type ImportWords, type ReadFile, toMoment } from './reading.ts';

type Json = Record<string, unknown>;

const LINKED = 3;

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';

const named = (value: unknown): Map<string, string> =>
  new Map(list(value).map((each) => [text(record(each).id), text(record(each).name)]));

/** All texts of a part that is stored as it is, such as a card. */
function addAll(fields: Fields, part: unknown): void {
  for (const [name, value] of Object.entries(record(part))) fields.add(name, text(value));
}

interface BitwardenEntry {
  kind: Content['kind'];
  fields: Fields;
  /** What to call it if it has no name. */
  otherwise: string;
}

function filled(item: Json, collector: Collector): BitwardenEntry | null {
  const fields = new Fields();
  switch (item.type) {
    case 1: {
      const login = record(item.login);
      const uris = list(login.uris).map(record);
      const [first = '', ...more] = uris.map(({ uri }) => text(uri)).filter((uri) => uri !== '');
      fields.set('username', text(login.username)).set('password', text(login.password)).set('url', first);
      for (const uri of more) fields.add('url', uri);
      fields.add('totp', text(login.totp)).add('notes', text(item.notes));
      collector.leave('passkeys', list(login.fido2Credentials).length);
      collector.leave('uri_rules', uris.filter(({ match }) => typeof match === 'number').length);
      return { kind: 'login', fields, otherwise: hostOf(first) || first || text(login.username) };
    }
    case 2:
      fields.set('text', text(item.notes));
      return { kind: 'note', fields, otherwise: '' };
    case 3:
    case 4:
    case 5:
      addAll(fields, [item.card, item.identity, item.sshKey][Number(item.type) - 3]);
      fields.add('text', text(item.notes));
      return { kind: 'note', fields, otherwise: '' };
    default:
      return null;
  }
}

function addCustom(item: Json, fields: Fields, { untitled }: ImportWords, collector: Collector): void {
  for (const each of list(item.fields).map(record)) {
    if (each.type === LINKED) collector.leave('linked_fields', 1);
    else fields.add(text(each.name).trim() || untitled, text(each.value));
  }
}

/**
 * Folders become categories. A collection of an organisation does too where there is no folder, and every further one
 * becomes a tag. Cards, identities and SSH keys become notes with their fields.
 */
export function readBitwarden(json: string, words: ImportWords): ReadFile {
  const collector = new Collector();
  const document = record(JSON.parse(json));
  const folders = named(document.folders);
  const collections = named(document.collections);
  for (const [index, value] of list(document.items).entries()) {
    const at = index + 1;
    const item = record(value);
    const name = text(item.name).trim();
    const entry = item.deletedDate ? null : filled(item, collector);
    if (!entry) {
      collector.skip(at, item.deletedDate ? 'in_trash' : 'unknown_kind', name);
      continue;
    }
    const { kind, fields, otherwise } = entry;
    addCustom(item, fields, words, collector);
    collector.leave('password_history', list(item.passwordHistory).length);
    collector.leave('attachments', list(item.attachments).length);
    const groups = [
      folders.get(text(item.folderId)) ?? '',
      ...list(item.collectionIds).map((id) => collections.get(text(id)) ?? ''),
    ].filter((group) => group !== '');
    const [category = '', ...tags] = new Set(groups);
    if (item.favorite === true) tags.push(words.favourite);
    collector.add(
      at,
      {
        version: 1,
        kind,
        title: name || otherwise || words.untitled,
        category,
        tags,
        fields: fields.toRecord(),
      },
      { createdAt: toMoment(item.creationDate), updatedAt: toMoment(item.revisionDate) },
    );
  }
  return collector.reading;
}
