import type { VaultEntryRow } from '../../../db/entities/vault-entry.ts';

/** The content of an entry, in the vault or in the trash. */
export type PresentedEntry = Pick<
  VaultEntryRow,
  | 'id'
  | 'encryptedData'
  | 'iv'
  | 'salt'
  | 'algorithm'
  | 'category'
  | 'tags'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>;

/** An entry in an answer. */
export const presentEntry = (row: PresentedEntry) => ({
  id: row.id,
  encryptedData: row.encryptedData,
  iv: row.iv,
  salt: row.salt,
  algorithm: row.algorithm,
  category: row.category,
  tags: row.tags,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::int8`;

/** SQL that puts an entry on one line, for `entryOnLine`. No field can contain a tab or a line break. */
export const entryLine = (encryptedData = 'encrypted_data') =>
  `concat_ws(E'\\t', id, ${encryptedData}, iv, salt, algorithm, to_json(category), to_json(tags), version,
     ${ms('created_at')}, ${ms('updated_at')})`;

const moment = (ms: string) => new Date(Number(ms)).toISOString();

/** The JSON is the same, byte for byte, as that of `JSON.stringify(presentEntry(row))`. Base64 needs no escapes. */
export function entryOnLine(line: string) {
  const [
    id = '',
    encryptedData = '',
    iv = '',
    salt = '',
    algorithm = '',
    category = '',
    tags = '',
    version = '',
    createdMs = '',
    updatedMs = '',
  ] = line.split('\t');
  const json =
    `{"id":"${id}","encryptedData":"${encryptedData}","iv":"${iv}","salt":"${salt}","algorithm":"${algorithm}",` +
    `"category":${category},"tags":${tags},"version":${version},` +
    `"createdAt":"${moment(createdMs)}","updatedAt":"${moment(updatedMs)}"}`;
  return { id, version, createdMs, isWithheld: encryptedData === '', json };
}

/** The entity tag of an entry: its version. */
export const entityTag = ({ version }: { version: number | string }): string => `"${version}"`;
