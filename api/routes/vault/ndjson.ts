/** A vault as newline-delimited JSON: a line that describes the export, then one entry per line. */
import { z } from 'zod';
import { parseInput } from '../../http/input.ts';
import { EXPORT_FORMAT, ExportHead, ImportedEntry } from './schema.ts';

export const NDJSON = 'application/x-ndjson';

export const NDJSON_EXAMPLE = [
  {
    format: EXPORT_FORMAT,
    version: 1,
    userId: '018f6f5e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    exportedAt: '2026-11-22T09:30:00.000Z',
    entryCount: 1,
  },
  {
    id: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
    encryptedData: 'Zs7dUq1hVb4yXe0oLr9nTw==',
    iv: 'gkX3Jt0Uo1bZq5rC',
    salt: 'INxrzvfijxIwKvW1bBHeSQ==',
    algorithm: 'AES-GCM',
    category: 'Letters',
    tags: ['family'],
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

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
