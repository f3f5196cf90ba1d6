/** Searches for secrets in everything that the service receives, stores and logs. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Config, databaseOf } from '../config.ts';
import { tlsTo } from '../db/orm.ts';

export interface SearchedSecret {
  /** Describes it, for the message that it was found. */
  what: string;
  value: string | Uint8Array;
}

/** Somewhere to look. */
export interface SearchedPlace {
  name: string;
  texts: readonly string[];
}

/** The base64 digits of these bytes within a longer text, at each offset, without those that depend on neighbours. */
export const base64Within = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });

/** Every form in which a secret might appear: as it is, in JSON, in hexadecimal of either case, in either base64. */
function forms(value: string | Uint8Array): string[] {
  const bytes = Buffer.from(value as Uint8Array);
  const base64 = base64Within(bytes);
  return [
    ...(typeof value === 'string' ? [value, JSON.stringify(value).slice(1, -1)] : []),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** Which secrets are in which places, in words. */
export const found = (secrets: readonly SearchedSecret[], places: readonly SearchedPlace[]): string[] =>
  secrets.flatMap(({ what, value }) => {
    const any = forms(value);
    return places
      .filter(({ texts }) => texts.some((text) => any.some((form) => text.includes(form))))
      .map(({ name }) => `${what} in ${name}`);
  });

/** Every row of every table, as text. */
export async function databaseDump(config: Config): Promise<SearchedPlace> {
  const { name: database, tls, ...address } = databaseOf(config);
  const client = new pg.Client({ ...address, database, ...(tls ? { ssl: tlsTo(address.host, tls) } : {}) });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return { name: `the database (${tables.length} tables)`, texts };
  } finally {
    await client.end();
  }
}

/** Every log in a folder. */
export async function logFiles(folder: string): Promise<SearchedPlace> {
  const names = await readdir(folder);
  return {
    name: 'the logs',
    texts: await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))),
  };
}
