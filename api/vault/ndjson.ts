/** A vault as newline-delimited JSON: a line that describes the rest, then one entry per line. */
import type { Context } from 'koa';
import { z } from 'zod';
import { parseInput } from '../http/input.ts';
import { EXPORT_FORMAT, ExportHead, type ExportQuery, ImportedEntry } from '../routes/vault/schema.ts';

export const NDJSON = 'application/x-ndjson';

export const ENTRY_EXAMPLE = {
  id: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
  encryptedData: 'Zs7dUq1hVb4yXe0oLr9nTw==',
  iv: 'gkX3Jt0Uo1bZq5rC',
  salt: 'INxrzvfijxIwKvW1bBHeSQ==',
  algorithm: 'AES-GCM',
  category: 'Letters',
  tags: ['family'],
};

export const exampleLines = (...lines: object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const NDJSON_EXAMPLE = exampleLines(
  {
    format: EXPORT_FORMAT,
    version: 1,
    userId: '018f6f5e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    exportedAt: '2026-11-22T09:30:00.000Z',
    entryCount: 1,
  },
  ENTRY_EXAMPLE,
);

/** How a document with entries is written. */
export interface Layout {
  type: string;
  /** Of the name of a file in this format. */
  ending: string;
  head(about: object): string;
  entry(text: string, isFirst: boolean): string;
  end: string;
}

const JSON_DOCUMENT: Layout = {
  type: 'application/json',
  ending: 'json',
  head: (about) => JSON.stringify({ ...about, entries: [] }).slice(0, -2),
  entry: (text, isFirst) => (isFirst ? text : `,${text}`),
  end: ']}',
};
const LINES: Layout = {
  type: NDJSON,
  ending: 'ndjson',
  head: (about) => `${JSON.stringify(about)}\n`,
  entry: (text) => `${text}\n`,
  end: '',
};

/** The format in the query, or what `Accept` prefers, or JSON. */
export function layoutFor(format: ExportQuery['format'], ctx: Context): Layout {
  const wantsLines =
    format === undefined ? ctx.accepts('application/json', NDJSON) === NDJSON : format === 'ndjson';
  return wantsLines ? LINES : JSON_DOCUMENT;
}

/** A document piece by piece, with one entry in each at most. */
export async function* documentPieces(
  { head, entry, end }: Layout,
  about: object,
  entries: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string, void> {
  yield head(about);
  let isFirst = true;
  for await (const each of entries) {
    yield entry(JSON.stringify(each), isFirst);
    isFirst = false;
  }
  yield end;
}

/** The content of a line. */
export type ExportLine =
  | { head: z.output<typeof ExportHead>; entry?: never }
  | { entry: ImportedEntry; head?: never };

const isHead = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'entryCount' in value && !('encryptedData' in value);

/** One line. Errors refer to the kind of line that was meant, not to both kinds. */
export const ExportLine = z.unknown().transform((value, context): ExportLine => {
  const parsed = isHead(value) ? parseInput(ExportHead, value) : parseInput(ImportedEntry, value);
  if (parsed.success) {
    return (isHead(value) ? { head: parsed.data } : { entry: parsed.data }) as ExportLine;
  }
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: 'custom', path: path as (string | number)[], message });
  }
  return z.NEVER;
});
