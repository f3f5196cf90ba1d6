/** The unencrypted JSON that Bitwarden and Vaultwarden export, of a person or of an organisation. */

import type { Content } from '../../crypto/index.ts';
import { Fields } from '../fields.ts';
import { type Json, list, record, text } from './json.ts';
import { Collector, hostOf, type ImportWords, type ReadFile, toMoment } from './reading.ts';

const HIDDEN = 1;
const LINKED = 3;

const named = (value: unknown): Map<string, string> =>
  new Map(list(value).map((each) => [text(record(each).id), text(record(each).name)]));

/** Adds all values of a part under their own names. */
function addAll(fields: Fields, part: Json, isHidden: (name: string) => boolean = () => false): void {
  for (const [name, value] of Object.entries(part)) {
    const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value);
    fields.add(name, written, { isHidden: isHidden(name) });
  }
}

/** The parts of an unknown kind that aren't in every kind: `bankAccount`, `passport`, or a newer one. */
const partsOf = (item: Json): Json[] =>
  Object.values(item)
    .map(record)
    .filter((part) => Object.keys(part).length > 0);

/** Whether a field of a bank account, driving licence or passport is a secret number. */
const isSecretNumber = (name: string): boolean => /(?:number|pin|iban)$/i.test(name);

function cardFields(card: Json): Fields {
  const { cardholderName, number, expMonth, expYear, code, brand, ...others } = card;
  const fields = new Fields()
    .add('cardholder', text(cardholderName))
    .add('number', text(number))
    .add(
      'expiry',
      [text(expMonth).padStart(2, '0'), text(expYear)].filter((part) => /[1-9]/.test(part)).join('/'),
    )
    .add('code', text(code))
    .add('brand', text(brand));
  addAll(fields, others);
  return fields;
}

function identityFields(identity: Json): Fields {
  const {
    title,
    firstName,
    middleName,
    lastName,
    company,
    email,
    phone,
    address1,
    address2,
    address3,
    ...rest
  } = identity;
  const { postalCode, city, state, country, ssn, passportNumber, licenseNumber, username, ...others } = rest;
  const fields = new Fields().add('salutation', text(title));
  addAll(fields, { firstName, middleName, lastName, company, email, phone });
  const lines = [address1, address2, address3].map(text).filter((line) => line !== '');
  fields.add('address', lines.join('\n'));
  addAll(fields, { postalCode, city, state, country, ssn, passportNumber });
  fields.add('licenceNumber', text(licenseNumber)).add('username', text(username));
  addAll(fields, others);
  return fields;
}

function sshKeyFields(key: Json): Fields {
  const { publicKey, privateKey, keyFingerprint, ...others } = key;
  const fields = new Fields()
    .add('privateKey', text(privateKey), { isHidden: true })
    .add('publicKey', text(publicKey))
    .add('fingerprint', text(keyFingerprint));
  addAll(fields, others);
  return fields;
}

interface BitwardenEntry {
  kind: Content['kind'];
  fields: Fields;
  /** The title if the item has no name. */
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
      return {
        kind: 'card',
        fields: cardFields(record(item.card)).add('notes', text(item.notes)),
        otherwise: '',
      };
    case 4: {
      const identity = record(item.identity);
      const name = [identity.firstName, identity.lastName].map(text).join(' ').trim();
      return {
        kind: 'identity',
        fields: identityFields(identity).add('notes', text(item.notes)),
        otherwise: name,
      };
    }
    case 5:
      return {
        kind: 'note',
        fields: sshKeyFields(record(item.sshKey)).add('text', text(item.notes)),
        otherwise: '',
      };
    default: {
      const parts = partsOf(item);
      for (const part of parts) addAll(fields, part, isSecretNumber);
      return parts.length === 0
        ? null
        : { kind: 'note', fields: fields.add('text', text(item.notes)), otherwise: '' };
    }
  }
}

function addCustom(item: Json, fields: Fields, { untitled }: ImportWords, collector: Collector): void {
  for (const each of list(item.fields).map(record)) {
    if (each.type === LINKED) collector.leave('linked_fields', 1);
    else fields.add(text(each.name).trim() || untitled, text(each.value), { isHidden: each.type === HIDDEN });
  }
}

/**
 * Folders become categories. A collection of an organisation does too where there is no folder, and every further one
 * becomes a tag. SSH keys, bank accounts and other kinds that don't exist here become notes with their fields.
 */
export function readBitwarden(document: Json, words: ImportWords): ReadFile {
  const collector = new Collector();
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
    const groups = [
      folders.get(text(item.folderId)) ?? '',
      ...list(item.collectionIds).map((id) => collections.get(text(id)) ?? ''),
    ].filter((group) => group !== '');
    const [category = '', ...tags] = new Set(groups);
    if (item.favorite === true) tags.push(words.favourite);
    if (item.archivedDate) tags.push(words.archived);
    collector.add(
      at,
      {
        version: 1,
        kind,
        title: name || otherwise || words.untitled,
        category,
        tags,
        ...fields.toContent(),
      },
      { createdAt: toMoment(item.creationDate), updatedAt: toMoment(item.revisionDate) },
    );
  }
  return collector.reading;
}
