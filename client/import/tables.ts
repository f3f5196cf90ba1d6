/** The comma-separated values that browsers and password managers export. Names of columns are compared in lower case. */
import type { Content } from '../../crypto/index.ts';
import { Fields } from '../fields.ts';
import { type CsvRecord, readCsv } from './csv.ts';
import { Collector, hostOf, type ImportItem, type ImportWords, type ReadFile, toMoment } from './reading.ts';

export type TableFormat = 'apple' | 'bitwarden_csv' | 'chrome' | 'firefox';

type Cell = (name: string) => string;
type Entry = { content: Content } & Partial<Pick<ImportItem, 'createdAt' | 'updatedAt'>>;

interface Table {
  /** Columns that the first line has. */
  has: readonly string[];
  /** A column that tells this table from another program's, which has all of `has` too. */
  hasNot?: string;
  /**
   * All other columns allowed: other programs' tables also have all of `has`, but more columns, which would be lost.
   */
  mayHave?: readonly string[];
  entryOf(cell: Cell, words: ImportWords, collector: Collector): Entry;
}

const content = (title: string, fields: Fields, more: Partial<Content> = {}): Content => ({
  version: 1,
  kind: 'login',
  title,
  category: '',
  tags: [],
  ...fields.toContent(),
  ...more,
});

const loginFields = (cell: Cell): Fields =>
  new Fields().set('username', cell('username')).set('password', cell('password')).set('url', cell('url'));

/** An entry without a title is named after its host or its user name, or else `untitled`. */
const titleOf = (cell: Cell, named: string, { untitled }: ImportWords): string =>
  named || hostOf(cell('url')) || cell('username') || untitled;

/** A scheme, or a host of the Internet. `0,00.html` is the end of a path. */
const IS_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^\s/]+\.(?!html?\b)[a-z]{2,}(?:[/:?]|$))/i;
const IS_HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*$/i;

/** Bitwarden puts commas between addresses, and an address may have some of its own behind its host. */
function addressesIn(list: string): string[] {
  const addresses: string[] = [];
  for (const part of list.split(',')) {
    const before = addresses.at(-1);
    if (before === undefined || IS_HOST.test(before) || IS_ADDRESS.test(part)) addresses.push(part);
    else addresses[addresses.length - 1] = `${before},${part}`;
  }
  return addresses;
}

/** Each line is `name: value`. A line without a colon continues the one before. */
function addCustom(fields: Fields, lines: string, { untitled }: ImportWords, collector: Collector): void {
  const found: { name: string; lines: string[] }[] = [];
  for (const line of lines.split(/\r?\n/)) {
    const colon = line.indexOf(': ');
    if (colon >= 0) found.push({ name: line.slice(0, colon).trim(), lines: [line.slice(colon + 2)] });
    else if (found.length > 0) found.at(-1)!.lines.push(line);
    else found.push({ name: '', lines: [line] });
  }
  for (const field of found) {
    const value = field.lines.join('\n').trimEnd();
    // Bitwarden writes this for a field that is linked to another one.
    if (value === 'null') collector.leave('linked_fields', 1);
    else fields.add(field.name || untitled, value);
  }
}

function bitwardenEntry(cell: Cell, words: ImportWords, collector: Collector): Entry {
  const folder = cell('folder');
  const [category = '', ...tags] = folder === '' ? cell('collections').split(',').filter(Boolean) : [folder];
  if (cell('favorite') === '1') tags.push(words.favourite);
  const labels = { category, tags };
  const fields = new Fields();
  if (cell('type') === 'note') {
    fields.set('text', cell('notes'));
    addCustom(fields, cell('fields'), words, collector);
    return { content: content(cell('name') || words.untitled, fields, { kind: 'note', ...labels }) };
  }
  const [first = '', ...more] = addressesIn(cell('login_uri'));
  fields.set('username', cell('login_username')).set('password', cell('login_password')).set('url', first);
  for (const uri of more) fields.add('url', uri);
  fields.add('totp', cell('login_totp')).add('notes', cell('notes'));
  addCustom(fields, cell('fields'), words, collector);
  const title = cell('name') || hostOf(first) || first || cell('login_username') || words.untitled;
  return { content: content(title, fields, labels) };
}

const TABLES: Record<TableFormat, Table> = {
  /** Its first line is the same in every language. Notes came later. */
  apple: {
    has: ['title', 'url', 'username', 'password', 'otpauth'],
    hasNot: 'tags',
    entryOf: (cell, words) => ({
      content: content(
        titleOf(cell, cell('title'), words),
        loginFields(cell).add('totp', cell('otpauth')).add('notes', cell('notes')),
      ),
    }),
  },
  /** Log-ins and notes, of a person or, with `collections` in place of `folder`, of an organisation. */
  bitwarden_csv: {
    has: ['type', 'name', 'notes', 'fields', 'login_uri', 'login_username', 'login_password', 'login_totp'],
    entryOf: bitwardenEntry,
  },
  /** Its times are milliseconds since the epoch. The entry is as old as its password. */
  firefox: {
    has: ['url', 'username', 'password', 'httprealm', 'formactionorigin'],
    entryOf: (cell, words) => {
      const url = cell('url');
      const origin = cell('formactionorigin');
      return {
        content: content(
          titleOf(cell, hostOf(url) || url, words),
          loginFields(cell)
            .add('httpRealm', cell('httprealm'))
            .add('formActionOrigin', origin === url ? '' : origin),
        ),
        createdAt: toMoment(Number(cell('timecreated'))),
        updatedAt: toMoment(Number(cell('timepasswordchanged'))),
      };
    },
  },
  /** Since 2022 it also has `note`. Edge and other relatives of Chrome write the same. */
  chrome: {
    has: ['name', 'url', 'username', 'password'],
    mayHave: ['note'],
    entryOf: (cell, words) => ({
      content: content(titleOf(cell, cell('name'), words), loginFields(cell).add('notes', cell('note'))),
    }),
  },
};

const columnsOf = (line: CsvRecord | undefined): string[] =>
  line?.cells.map((name) => name.trim().toLowerCase()) ?? [];

/**
 * The program that wrote this table, by the names in its first line; `unknown` for another, null if it isn't a table.
 */
export function tableIn(text: string): TableFormat | 'unknown' | null {
  const [header, first] = readCsv(text.slice(0, 4_000)).records;
  const columns = columnsOf(header);
  for (const [format, { has, hasNot, mayHave }] of Object.entries(TABLES) as [TableFormat, Table][]) {
    const isForeign = (name: string) =>
      name === hasNot || (mayHave !== undefined && !has.includes(name) && !mayHave.includes(name));
    if (has.every((name) => columns.includes(name)) && !columns.some(isForeign)) return format;
  }
  return columns.length > 1 && first?.cells.length === columns.length ? 'unknown' : null;
}

export function readTable(format: TableFormat, text: string, words: ImportWords): ReadFile {
  const collector = new Collector();
  const { records, broken } = readCsv(text);
  const [header, ...rows] = records;
  const columns = columnsOf(header);
  for (const { line, cells } of rows) {
    const cell: Cell = (name) => cells[columns.indexOf(name)] ?? '';
    if (cells.length !== columns.length) collector.skip(line, 'wrong_columns', cells[0]);
    else if (cells.every((each) => each === '')) collector.skip(line, 'empty');
    else {
      const { content: brought, ...dates } = TABLES[format].entryOf(cell, words, collector);
      collector.add(line, brought, dates);
    }
  }
  for (const { line, reason } of broken) collector.skip(line, reason);
  collector.reading.skipped.sort((one, other) => one.at - other.at);
  return collector.reading;
}
