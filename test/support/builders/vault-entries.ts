/** Entries as a client would send them. */
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { CIPHERTEXT } from '../../../scripts/test/secrecy.ts';
import type { TestApi } from '../servers/api.ts';
import { base64 } from './base64.ts';
import type { BuiltOwner } from './owner.ts';

export const NDJSON = 'application/x-ndjson';

export interface SentEntry {
  id?: string;
  encryptedData: string;
  iv: string;
  salt: string;
  algorithm: 'AES-GCM';
  category: string;
  tags: string[];
}

export const newEntry = (more: Partial<SentEntry> = {}): SentEntry => ({
  encryptedData: Buffer.concat([Buffer.from(CIPHERTEXT), randomBytes(7)]).toString('base64'),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM',
  category: 'letters',
  tags: [],
  ...more,
});

/** With IDs, as imports need them. */
export const newEntries = (count: number, more: Partial<SentEntry> = {}) =>
  Array.from({ length: count }, () => ({ ...newEntry(more), id: randomUUID() as string }));

/** Stores an entry through the API, as a program. @returns its ID */
export async function storeEntry(owner: BuiltOwner, more: Partial<SentEntry> = {}): Promise<string> {
  const reply = await owner.program.post('/vault/entries', newEntry(more));
  if (reply.status !== 201) throw new Error(`the entry was not stored: ${JSON.stringify(reply.body)}`);
  return reply.body.entry.id;
}

/**
 * Puts entries of this many bytes into the database directly, as requests would take long. @returns their IDs, in order
 */
export async function insertEntries(
  api: TestApi,
  { id: userId }: BuiltOwner,
  count: number,
  bytes: number,
  more: Partial<SentEntry> = {},
): Promise<string[]> {
  const now = new Date(api.clock.now);
  const ids = Array.from({ length: count }, () => randomUUIDv7() as string).sort();
  // One at a time, because the text of all of them would be in memory several times.
  for (const id of ids) {
    const sent = newEntry({ encryptedData: base64(bytes), ...more });
    await api.em().insert(VaultEntry, { userId, ...sent, id, version: 1, createdAt: now, updatedAt: now });
  }
  return ids;
}

export const importEntries = (owner: BuiltOwner, entries: readonly object[], mode?: 'merge' | 'replace') =>
  owner.program.raw.post('/vault/import', { entries, ...(mode ? { mode } : {}) });

export const asLines = (values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

export const importLines = (owner: BuiltOwner, lines: string, query = '') =>
  owner.program.raw.post(`/vault/import${query}`, lines, { 'Content-Type': NDJSON });

export const rowsOf = (api: TestApi, owner: BuiltOwner) =>
  api.em().find(VaultEntry, { userId: owner.id }, { orderBy: { id: 'asc' } });

/** How many rows of unfinished rotations and imports the database holds. */
export const stagedRows = async (api: TestApi) => {
  const [{ count }] = await api
    .em()
    .execute<[{ count: number }]>(
      `select (select count(*) from staged_entry)::int + (select count(*) from staged_envelope)::int as count`,
    );
  return count;
};
