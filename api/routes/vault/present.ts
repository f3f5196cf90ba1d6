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

/** The entity tag of an entry: its version. */
export const entityTag = ({ version }: Pick<VaultEntryRow, 'version'>): string => `"${version}"`;
