/** What our clients write into an entry. To the rest of the cryptography an entry is just text. */
import { TAG_BYTES } from './aead.ts';
import { HEAD_BYTES } from './entry.ts';
import { CryptoError } from './errors.ts';
import type { FileKey } from './files.ts';
import { padJson } from './padding.ts';
import { isCount, isFingerprint, isId, isRecord, parseJson, requireVersion } from './parse.ts';

const KINDS = ['login', 'card', 'identity', 'note', 'letter', 'file'] as const;

export type ContentKind = (typeof KINDS)[number];

/** A file of an entry, which is stored apart from it. The entry's signature covers its hash. */
export interface AttachedFile extends FileKey {
  /** The file's ID at the service. */
  id: string;
  /** Without folders. */
  name: string;
  /** A media type as in RFC 6838, such as `video/mp4`. Empty if it isn't known. */
  type: string;
}

export interface Content {
  version: 1;
  kind: ContentKind;
  title: string;
  /** Empty for none. */
  category: string;
  tags: string[];
  /** By name. Those that our clients know are in client/fields.ts; they show others as they are. */
  fields: Record<string, string>;
  /** Clients write at most `MOST_FILES`, and read any number: a later one may write more. */
  files?: AttachedFile[];
  /** The names of fields that are covered like a password although their names don't say so. */
  hidden?: string[];
}

/** The most files that an entry can have. */
export const MOST_FILES = 200;
/** The most characters that a file's name can have. */
export const MOST_NAME_CHARACTERS = 255;

/**
 * The most bytes of UTF-8 that the text of an entry may take: a ciphertext of 1 MiB, less what precedes the text and a
 * tag.
 */
export const MOST_TEXT_BYTES = 1024 * 1024 - HEAD_BYTES - TAG_BYTES;

/** Padded, so that the size of the ciphertext says little about the entry. */
export const writeContent = (content: Omit<Content, 'version'>): string =>
  padJson(wellFormed(JSON.stringify({ version: 1, ...content } satisfies Content)), MOST_TEXT_BYTES);

/**
 * JSON without lone surrogates, which `JSON.stringify` writes as escapes that readers in other languages refuse. People
 * type the names of fields too, so all of the JSON is cleaned.
 */
const wellFormed = (json: string): string =>
  json.replace(/\\(?:ud[89a-f]..|.)/g, (escaped) => (escaped.startsWith('\\ud') ? '\ufffd' : escaped));

/**
 * @throws CryptoError `format_unknown` for another version or kind, `content_unreadable` for anything else that isn't
 *   ours
 */
export function readContent(text: string): Content {
  const value = parseJson(text, 'content_unreadable');
  requireVersion(value, 1, 'content_unreadable');
  if (!isContent(value)) throw new CryptoError('content_unreadable');
  if (!KINDS.includes(value.kind)) throw new CryptoError('format_unknown');
  return value;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isContent(value: Record<string, unknown>): value is Record<string, unknown> & Content {
  const { kind, title, category, tags, fields, files, hidden = [] } = value;
  return (
    isText(kind) &&
    isText(title) &&
    isText(category) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    isRecord(fields) &&
    Object.values(fields).every(isText) &&
    Array.isArray(hidden) &&
    hidden.every(isText) &&
    (files === undefined || areFiles(files))
  );
}

const areFiles = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isFile) && new Set(value.map(({ id }) => id)).size === value.length;

const isFile = (value: unknown): value is AttachedFile =>
  isRecord(value) &&
  isId(value.id) &&
  isText(value.name) &&
  isFileName(value.name) &&
  isText(value.type) &&
  /^(?:[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127})?$/.test(value.type) &&
  isCount(value.size) &&
  isFingerprint(value.sha256) &&
  isText(value.identity) &&
  /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(value.identity);

/** Whether it is the name of a file in a folder, and not a path to another place. */
export const isFileName = (name: string): boolean =>
  /^[^\p{Cc}\u2028\u2029/\\]+$/u.test(name) && !/^\.{1,2}$/.test(name) && name.length <= MOST_NAME_CHARACTERS;
