/** Entries as a client would send them. */
import { randomBytes } from 'node:crypto';
import { CIPHERTEXT } from '../../../scripts/test/secrecy.ts';
import type { BuiltOwner } from './owner.ts';

export interface SentEntry {
  id?: string;
  encryptedData: string;
  iv: string;
  salt: string;
  algorithm: 'AES-GCM';
  category: string;
  tags: string[];
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

export const newEntry = (more: Partial<SentEntry> = {}): SentEntry => ({
  encryptedData: Buffer.concat([Buffer.from(CIPHERTEXT), randomBytes(7)]).toString('base64'),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM',
  category: 'letters',
  tags: [],
  ...more,
});

/** Stores an entry through the API, as a program. @returns its ID */
export async function storeEntry(owner: BuiltOwner, more: Partial<SentEntry> = {}): Promise<string> {
  const reply = await owner.program.post('/vault/entries', newEntry(more));
  if (reply.status !== 201) throw new Error(`the entry was not stored: ${JSON.stringify(reply.body)}`);
  return reply.body.entry.id;
}
