import type { VaultEntryRow } from '../../../db/entities/vault-entry.ts';

/** The content of an entry, in the vault or in the trash. */
export type StoredEntry = Pick<
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
export const presentEntry = (row: StoredEntry) => ({
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

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The same, made by the database: after `vault_entry e`, a join for which `row_to_json(shown)` is to the byte what
 * `JSON.stringify(presentEntry(row))` is.
 */
export const SHOWN = `
  cross join lateral (
    select e.id, e.encrypted_data as "encryptedData", e.iv, e.salt, e.algorithm, e.category, e.tags, e.version,
      ${moment('e.created_at')} as "createdAt", ${moment('e.updated_at')} as "updatedAt"
  ) shown`;

/** The entity tag of an entry: its version. */
export const entityTag = ({ version }: Pick<VaultEntryRow, 'version'>): string => `"${version}"`;
