/** The readable export: a JSON document that anyone can read, and that clients can import unless it has more than 512 MB. */
import type { Content } from '../crypto/index.ts';

export const DECRYPTED_FORMAT = 'vault-handover-decrypted';

export interface DecryptedEntry {
  id: string;
  createdAt: string;
  updatedAt: string;
  content: Content;
  /** The names of its files beside this document, by ID, without folders. */
  savedAs?: Record<string, string>;
}

/** A passkey of the account, without its key. No import reads it. */
export interface ExportedPasskey {
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface DecryptedExport {
  format: typeof DECRYPTED_FORMAT;
  version: 1;
  exportedAt: string;
  passkeys: ExportedPasskey[];
  entries: DecryptedEntry[];
}

/** One JSON document in pieces, with an entry on each line and commas between them. */
export async function* decryptedExport(
  entries: Iterable<DecryptedEntry> | AsyncIterable<DecryptedEntry>,
  { exportedAt, passkeys = [] }: { exportedAt: Date; passkeys?: ExportedPasskey[] },
): AsyncGenerator<string, void> {
  const empty: DecryptedExport = {
    format: DECRYPTED_FORMAT,
    version: 1,
    exportedAt: exportedAt.toISOString(),
    passkeys,
    entries: [],
  };
  yield `${JSON.stringify(empty).slice(0, -']}'.length)}\n`;
  let separator = '';
  for await (const { id, createdAt, updatedAt, content, savedAs } of entries) {
    yield `${separator}${JSON.stringify({ id, createdAt, updatedAt, content, savedAs })}\n`;
    separator = ',';
  }
  yield ']}\n';
}
