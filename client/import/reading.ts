/** The entries of a file, and its parts that can't be imported. */

import type { Content, CryptoErrorCode } from '../../crypto/index.ts';
import { fitsEntry } from '../entry-size.ts';

export interface ImportItem {
  /** Where it is in the file: the line of a table or of lines of JSON, otherwise its place in the list, from 1. */
  at: number;
  /** Only an export of ours names one. An entry of the vault with this ID is replaced. */
  id: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  content: Content;
}

export type SkipReason =
  /** A quote is never closed, so nothing after this line can be told apart. */
  | 'quote_open'
  /** Something follows a closing quote. */
  | 'quote_stray'
  | 'wrong_columns'
  | 'empty'
  | 'too_large'
  | 'unknown_kind'
  | 'in_trash'
  | 'not_json'
  | CryptoErrorCode;

export interface SkippedEntry {
  at: number;
  reason: SkipReason;
  /** Empty if it cannot be read. */
  title: string;
}

/** Features of entries in other programs that don't exist here. */
export type LeftBehind =
  | 'password_history'
  | 'passkeys'
  | 'attachments'
  | 'earlier_versions'
  | 'uri_rules'
  | 'linked_fields'
  /** What other programs say about groups of entries. */
  | 'folder_details'
  | 'missing_entries';

export interface ReadFile {
  items: ImportItem[];
  skipped: SkippedEntry[];
  /** How many of each feature were left out. */
  left: Partial<Record<LeftBehind, number>>;
  /** The names of files that were saved unencrypted beside the export, by ID. */
  savedAs: Map<string, string>;
}

/** Words that end up in entries. */
export interface ImportWords {
  untitled: string;
  /** The tags for favourites of other programs, and for what was archived there. */
  favourite: string;
  archived: string;
}

type Dates = Partial<Pick<ImportItem, 'id' | 'createdAt' | 'updatedAt'>>;

/** Far more than people fill in, and as much as a page can show. Our own exports are imported without this limit. */
const MOST_FIELDS = 1_000;

/** Collects the entries of a file. Anything that isn't added is skipped with a reason. */
export class Collector {
  readonly reading: ReadFile = { items: [], skipped: [], left: {}, savedAs: new Map() };

  add(at: number, content: Content, { id = null, createdAt = null, updatedAt = null }: Dates = {}): void {
    const isForeign = id === null;
    const fits = fitsEntry(content) && !(isForeign && Object.keys(content.fields).length > MOST_FIELDS);
    if (fits) this.reading.items.push({ at, id, createdAt, updatedAt, content });
    else this.skip(at, 'too_large', content.title);
  }

  skip(at: number, reason: SkipReason, title = ''): void {
    this.reading.skipped.push({ at, reason, title });
  }

  leave(what: LeftBehind, count: number): void {
    if (count > 0) this.reading.left[what] = (this.reading.left[what] ?? 0) + count;
  }
}

/** From here on ISO 8601 needs a sign and more digits, which the API doesn't take. */
const YEAR_10_000 = Date.UTC(10_000, 0);

/** In the API's format, or null if it isn't a date. */
export function toMoment(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(value);
  return date.getTime() > 0 && date.getTime() < YEAR_10_000 ? date.toISOString() : null;
}

/** The host of an address; empty if it has none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
