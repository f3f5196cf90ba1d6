/** Which program wrote a file, and how to read it. Its contents decide, never its name. */
import { DECRYPTED_FORMAT } from '../decrypted-export.ts';
import { readBitwarden } from './bitwarden.ts';
import { record } from './json.ts';
import { parseXml, readKeepass } from './keepass.ts';
import { openArchive, readOnePux } from './onepassword.ts';
import {
  type ExportHead,
  exportHead,
  headOf,
  type OpenEntry,
  readDecrypted,
  readEncrypted,
} from './our-exports.ts';
import type { ImportWords, ReadFile } from './reading.ts';
import { readTable, type TableFormat, tableIn } from './tables.ts';

export type Format = 'decrypted' | 'encrypted' | 'bitwarden' | 'onepassword' | 'keepass' | TableFormat;

/** Why nothing is read from a file. Each has its own advice. */
export type ImportRefusal =
  | 'empty_file'
  /** A ZIP archive: the file inside it is the one to choose. */
  | 'archive'
  | 'broken_archive'
  | 'too_large'
  /** The encrypted database itself. */
  | 'keepass_database'
  /** Bitwarden can export without a password too. */
  | 'bitwarden_encrypted'
  /** A newer version of this service wrote it. */
  | 'newer_version'
  /** An encrypted export of another account, or of one that this owner had before. */
  | 'other_account'
  | 'broken_json'
  | 'broken_xml'
  | 'unknown_json'
  | 'unknown_xml'
  | 'unknown_columns'
  /** Neither UTF-8 nor UTF-16. */
  | 'unknown_encoding'
  | 'unknown';

export interface ReadOptions {
  words: ImportWords;
  /** For an encrypted export of ours. */
  open: OpenEntry;
  progress?: (done: number, of: number) => void;
}

export interface RecognisedExport {
  format: Format;
  /** The only user whose keys open it. Only an encrypted export of ours names one. */
  userId?: string | null;
  read(options: ReadOptions): ReadFile | Promise<ReadFile>;
}

export type DetectionResult = RecognisedExport | { refusal: ImportRefusal };

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Null if it isn't text. */
function decoded(bytes: Uint8Array): string | null {
  const encoding = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether it is an encrypted export of another owner, whose entries don't open. */
export const isOfOther = ({ userId = null }: Pick<RecognisedExport, 'userId'>, owner: string): boolean =>
  userId !== null && userId !== owner;

/** The longest string in Chrome and Node. Decoding more fails as if it weren't text. */
const MOST_TEXT_BYTES = 2 ** 29 - 24;
/** Browsers read no larger file into memory. */
const MOST_ARCHIVE_BYTES = 2 ** 31 - 1;

export async function detect(file: Blob): Promise<DetectionResult> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isArchive = startsWith(start, 0x50, 0x4b, 0x03, 0x04);
  if (file.size > (isArchive ? MOST_ARCHIVE_BYTES : MOST_TEXT_BYTES)) return { refusal: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isArchive ? detectArchive(bytes) : detectDocument(bytes);
}

async function detectDocument(bytes: Uint8Array): Promise<DetectionResult> {
  if (startsWith(bytes, 0x03, 0xd9, 0xa2, 0x9a)) return { refusal: 'keepass_database' };
  const text = decoded(bytes);
  if (text === null) return { refusal: 'unknown_encoding' };
  const start = text.slice(0, 4_000).trimStart();
  if (start === '') return { refusal: 'empty_file' };
  if (start.startsWith('{') || start.startsWith('[')) return detectJson(text);
  if (start.startsWith('<')) return detectXml(text.trimStart());
  const table = tableIn(text);
  if (table === 'unknown') return { refusal: 'unknown_columns' };
  if (table === null) return { refusal: 'unknown' };
  return { format: table, read: ({ words }) => readTable(table, text, words) };
}

async function detectArchive(bytes: Uint8Array): Promise<DetectionResult> {
  const archive = await openArchive(bytes).catch(() => null);
  if (!archive) return { refusal: 'broken_archive' };
  const { data, isTooLarge, files } = archive;
  if (isTooLarge) return { refusal: 'too_large' };
  if (!data) return { refusal: 'archive' };
  const document = parsed(decoded(data) ?? '');
  if (!Array.isArray(record(document).accounts)) return { refusal: 'broken_archive' };
  return { format: 'onepassword', read: ({ words }) => readOnePux(document, files, words) };
}

async function detectXml(text: string): Promise<DetectionResult> {
  if (!/<KeePassFile[\s>]/.test(text.slice(0, 4_000))) return { refusal: 'unknown_xml' };
  try {
    const root = await parseXml(text);
    return { format: 'keepass', read: ({ words }) => readKeepass(root, words) };
  } catch {
    return { refusal: 'broken_xml' };
  }
}

/** Undefined if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detectJson(text: string): DetectionResult {
  const encryptedExport = ({ version, userId }: ExportHead): DetectionResult =>
    version === 1
      ? {
          format: 'encrypted',
          userId,
          read: ({ open, progress }) => readEncrypted(text, open, progress),
        }
      : { refusal: 'newer_version' };
  const firstLine = headOf(text);
  if (firstLine) return encryptedExport(firstLine);
  const document = parsed(text);
  if (document === undefined) return { refusal: 'broken_json' };
  const { format, version, encrypted, items, entries } = record(document);
  if (format === DECRYPTED_FORMAT && Array.isArray(entries)) {
    if (version !== 1) return { refusal: 'newer_version' };
    return { format: 'decrypted', read: () => readDecrypted(entries) };
  }
  const head = exportHead(document);
  if (head && (head.version !== 1 || Array.isArray(entries))) return encryptedExport(head);
  if (encrypted === true) return { refusal: 'bitwarden_encrypted' };
  if (encrypted !== false || !Array.isArray(items)) return { refusal: 'unknown_json' };
  return { format: 'bitwarden', read: ({ words }) => readBitwarden(record(document), words) };
}
