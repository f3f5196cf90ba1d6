/** What our clients write into an entry. To the rest of the cryptography an entry is just text. */
import { TAG_BYTES } from './aead.ts';
import { HEAD_BYTES } from './entry.ts';
import { CryptoError } from './errors.ts';
import { padJson } from './padding.ts';
import { isRecord, parseJson, requireVersion } from './parse.ts';

const KINDS = ['login', 'note', 'letter', 'file'] as const;

export type ContentKind = (typeof KINDS)[number];

export interface Content {
  version: 1;
  kind: ContentKind;
  title: string;
  /** Empty for none. */
  category: string;
  tags: string[];
  /**
   * By name. Our clients know `text` of a note or letter, `username`, `password`, `url` and `totp` of a login, and `name`
   * and `data` (Base64) of a file; they show others as they are.
   */
  fields: Record<string, string>;
}

/** What the text of an entry may take in UTF-8: a ciphertext of 1 MiB, less what is in front of the text and a tag. */
export const MOST_TEXT_BYTES = 1024 * 1024 - HEAD_BYTES - TAG_BYTES;

/** Filled up, so that the size of the ciphertext says little about it. */
export const writeContent = (content: Omit<Content, 'version'>): string =>
  padJson(JSON.stringify({ version: 1, ...content } satisfies Content), MOST_TEXT_BYTES);

/** @throws CryptoError `format_unknown` for another version, `content_unreadable` for what another client wrote */
export function readContent(text: string): Content {
  const value = parseJson(text, 'content_unreadable');
  requireVersion(value, 1, 'content_unreadable');
  if (!isContent(value)) throw new CryptoError('content_unreadable');
  return value;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isContent(value: Record<string, unknown>): value is Record<string, unknown> & Content {
  const { kind, title, category, tags, fields } = value;
  return (
    KINDS.some((each) => each === kind) &&
    isText(title) &&
    isText(category) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    isRecord(fields) &&
    Object.values(fields).every(isText)
  );
}
