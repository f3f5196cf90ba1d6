/** Looks for secrets where none may be: in everything the service was told, keeps, writes and hands on. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config.ts';

export interface Secret {
  /** In words, for whoever reads that it was found. */
  what: string;
  value: string | Uint8Array;
}

/** Somewhere to look. */
export interface Place {
  name: string;
  texts: readonly string[];
}

/** Base64 of bytes wherever they begin within a longer text: the digits that do not depend on their neighbours. */
const base64Within = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });

/** Every form in which a secret might lie around: as it is, in JSON, in hexadecimal, in base64 of either alphabet. */
function forms(value: string | Uint8Array): string[] {
  const bytes = Buffer.from(value as Uint8Array);
  const base64 = base64Within(bytes);
  return [
    ...(typeof value === 'string' ? [value, JSON.stringify(value).slice(1, -1)] : []),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** What of the secrets is to be found, in words; empty where nothing is. */
export const found = (secrets: readonly Secret[], places: readonly Place[]): string[] =>
  secrets.flatMap(({ what, value }) => {
    const any = forms(value);
    return places
      .filter(({ texts }) => texts.some((text) => any.some((form) => text.includes(form))))
      .map(({ name }) => `${what} in ${name}`);
  });

/** Every row of every table, as text. */
export async function databaseDump(config: Config): Promise<Place> {
  const { DB_HOST: host, DB_PORT: port, DB_USER: user, DB_PASSWORD: password, DB_NAME: database } = config;
  const client = new pg.Client({ host, port, user, password, database });
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
export async function logFiles(folder: string): Promise<Place> {
  const names = await readdir(folder);
  return {
    name: 'the logs',
    texts: await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))),
  };
}
