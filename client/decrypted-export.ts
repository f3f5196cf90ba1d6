/** The readable export: a JSON document that anyone can read, and that clients can import. */
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

/** One JSON document in pieces, with an entry on each line. */
export async function* decryptedExport(
  entries: Iterable<DecryptedEntry> | AsyncIterable<DecryptedEntry>,
  head: { exportedAt: Date; passkeys?: ExportedPasskey[] },
): AsyncGenerator<string, void> {
  yield decryptedStart(head);
  let separator = '';
  for await (const entry of entries) {
    yield `${separator}${decryptedLine(entry)}`;
    separator = ',';
  }
  yield DECRYPTED_END;
}

/** What comes before the first entry. Commas go between entries. */
function decryptedStart({
  exportedAt,
  passkeys = [],
}: {
  exportedAt: Date;
  passkeys?: ExportedPasskey[];
}): string {
  const empty: DecryptedExport = {
    format: DECRYPTED_FORMAT,
    version: 1,
    exportedAt: exportedAt.toISOString(),
    passkeys,
    entries: [],
  };
  return `${JSON.stringify(empty).slice(0, -2)}\n`;
}

const decryptedLine = ({ id, createdAt, updatedAt, content, savedAs }: DecryptedEntry): string =>
  `${JSON.stringify({ id, createdAt, updatedAt, content, savedAs })}\n`;

const DECRYPTED_END = ']}\n';
