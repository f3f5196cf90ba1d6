/** The readable export: a JSON document that anyone can read, and that clients can import. */
import type { Content } from '../crypto/index.ts';

export const DECRYPTED_FORMAT = 'vault-handover-decrypted';

export interface DecryptedEntry {
  id: string;
  createdAt: string;
  updatedAt: string;
  content: Content;
}

export interface DecryptedExport {
  format: typeof DECRYPTED_FORMAT;
  version: 1;
  exportedAt: string;
  entries: DecryptedEntry[];
}

/** One JSON document in pieces, with an entry on each line. */
export async function* decryptedExport(
  entries: Iterable<DecryptedEntry> | AsyncIterable<DecryptedEntry>,
  exportedAt: Date,
): AsyncGenerator<string, void> {
  yield decryptedStart(exportedAt);
  let separator = '';
  for await (const entry of entries) {
    yield `${separator}${decryptedLine(entry)}`;
    separator = ',';
  }
  yield DECRYPTED_END;
}

/** What comes before the first entry. Commas go between entries. */
export function decryptedStart(exportedAt: Date): string {
  const empty: DecryptedExport = {
    format: DECRYPTED_FORMAT,
    version: 1,
    exportedAt: exportedAt.toISOString(),
    entries: [],
  };
  return `${JSON.stringify(empty).slice(0, -2)}\n`;
}

export const decryptedLine = ({ id, createdAt, updatedAt, content }: DecryptedEntry): string =>
  `${JSON.stringify({ id, createdAt, updatedAt, content })}\n`;

export const DECRYPTED_END = ']}\n';
