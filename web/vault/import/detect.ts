/** Which program wrote a file. */
import { DECRYPTED_FORMAT } from '../../../client/decrypted-export.ts';
import { browserOf } from './browsers.ts';
import { headOf } from './our-exports.ts';

export type Format = 'decrypted' | 'encrypted' | 'bitwarden' | 'chrome' | 'firefox';

/** Why nothing is read from a file. Each has its own advice. */
export type ImportRefusal =
  | 'empty_file'
  /** A ZIP archive: the file inside it is the one to choose. */
  | 'archive'
  /** Bitwarden can export without a password too. */
  | 'bitwarden_encrypted'
  | 'bitwarden_csv'
  /** A newer version of this service wrote it. */
  | 'newer_version'
  | 'broken_json'
  | 'unknown_json'
  | 'unknown_columns'
  | 'unknown';

export type Detected = { format: Format } | { refusal: ImportRefusal };

/** @param fileName only tells a table from other text; what is in the file decides */
export function detect(fileName: string, text: string): Detected {
  const start = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '') return { refusal: 'empty_file' };
  if (start.startsWith('PK\u0003\u0004')) return { refusal: 'archive' };
  if (start.startsWith('{') || start.startsWith('[')) return detectJson(text);
  const browser = browserOf(text);
  if (browser) return { format: browser };
  if (start.startsWith('folder,favorite,type,name,notes')) return { refusal: 'bitwarden_csv' };
  return { refusal: /\.csv$/i.test(fileName) ? 'unknown_columns' : 'unknown' };
}

function detectJson(text: string): Detected {
  if (headOf(text)) return { format: 'encrypted' };
  let document: Record<string, unknown> | null;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { refusal: 'broken_json' };
  }
  const { format, version, encrypted, items, entries, entryCount } = document ?? {};
  if (format === DECRYPTED_FORMAT && Array.isArray(entries)) {
    return version === 1 ? { format: 'decrypted' } : { refusal: 'newer_version' };
  }
  if (typeof entryCount === 'number' && Array.isArray(entries)) {
    return version === 1 ? { format: 'encrypted' } : { refusal: 'newer_version' };
  }
  if (encrypted === true) return { refusal: 'bitwarden_encrypted' };
  return encrypted === false && Array.isArray(items) ? { format: 'bitwarden' } : { refusal: 'unknown_json' };
}
