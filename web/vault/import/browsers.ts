/** The passwords that Chrome and Firefox export as comma-separated values. */

import { Fields } from '../../../client/fields.ts';
import type { Content } from '../../../crypto/index.ts';
import { type CsvRecord, readCsv } from './csv.ts';
import { Collector, hostOf, type ImportItem, type ImportWords, type ReadFile, toMoment } from './reading.ts';

const CHROME = ['name', 'url', 'username', 'password'];
const FIREFOX = ['url', 'username', 'password', 'httprealm', 'formactionorigin'];

const columnsOf = (record: CsvRecord | undefined): string[] =>
  record?.cells.map((name) => name.trim().toLowerCase()) ?? [];

/** Which browser wrote this table, by the names in its first line. */
export function browserOf(text: string): 'chrome' | 'firefox' | null {
  const columns = columnsOf(readCsv(text.slice(0, 1_000)).records[0]);
  if (FIREFOX.every((name) => columns.includes(name))) return 'firefox';
  return CHROME.every((name) => columns.includes(name)) ? 'chrome' : null;
}

type Cell = (name: string) => string;
type Entry = { content: Content } & Partial<Pick<ImportItem, 'createdAt' | 'updatedAt'>>;

function readTable(text: string, entryOf: (cell: Cell) => Entry): ReadFile {
  const collector = new Collector();
  const { records, broken } = readCsv(text);
  const [header, ...rows] = records;
  const columns = columnsOf(header);
  for (const { line, cells } of rows) {
    const cell: Cell = (name) => cells[columns.indexOf(name)] ?? '';
    if (cells.length !== columns.length) collector.skip(line, 'wrong_columns', cells[0]);
    else if (cells.every((each) => each === '')) collector.skip(line, 'empty');
    else {
      const { content, ...dates } = entryOf(cell);
      collector.add(line, content, dates);
    }
  }
  for (const { line, reason } of broken) collector.skip(line, reason);
  collector.reading.skipped.sort((one, other) => one.at - other.at);
  return collector.reading;
}

const login = (title: string, fields: Fields): Content => ({
  version: 1,
  kind: 'login',
  title,
  category: '',
  tags: [],
  ...fields.toContent(),
});

const loginFields = (cell: Cell): Fields =>
  new Fields().set('username', cell('username')).set('password', cell('password')).set('url', cell('url'));

/** `name,url,username,password` and, since 2022, `note`. Edge and other relatives of Chrome write the same. */
export const readChrome = (text: string, { untitled }: ImportWords): ReadFile =>
  readTable(text, (cell) => ({
    content: login(
      cell('name') || hostOf(cell('url')) || cell('username') || untitled,
      loginFields(cell).add('notes', cell('note')),
    ),
  }));

/** Its times are milliseconds since the epoch. The entry is as old as its password. */
export const readFirefox = (text: string, { untitled }: ImportWords): ReadFile =>
  readTable(text, (cell) => {
    const url = cell('url');
    const origin = cell('formactionorigin');
    return {
      content: login(
        hostOf(url) || url || cell('username') || untitled,
        loginFields(cell)
          .add('httpRealm', cell('httprealm'))
          .add('formActionOrigin', origin === url ? '' : origin),
      ),
      createdAt: toMoment(Number(cell('timecreated'))),
      updatedAt: toMoment(Number(cell('timepasswordchanged'))),
    };
  });
