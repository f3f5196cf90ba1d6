/** The files that `export` writes and `import` reads. */
import { createReadStream } from 'node:fs';
import {
  DECRYPTED_FORMAT,
  type DecryptedEntry,
  type DecryptedExport,
} from '../../client/decrypted-export.ts';
import { Failure } from '../cli/failure.ts';
import { readInput } from './files.ts';
import { linesIn } from './ndjson.ts';
import type { StoredEntry } from './vault-entries.ts';

export type ExportFile =
  | { kind: 'decrypted'; entries: DecryptedEntry[] }
  /** Read from the start each time, because it may be large. */
  | { kind: 'encrypted'; entries(): AsyncGenerator<StoredEntry, void> };

const notOurs = (path: string): Failure =>
  new Failure(`${path} is no export of a vault: choose one that \`npm run vault -- export\` made`);

async function firstLine(path: string): Promise<string> {
  for await (const line of linesIn(createReadStream(path))) return line;
  return '';
}

/** Whether the first line is that of an export as lines. */
function isHead(line: string): boolean {
  try {
    const { entryCount, entries } = JSON.parse(line) as { entryCount?: unknown; entries?: unknown };
    return typeof entryCount === 'number' && entries === undefined;
  } catch {
    return false;
  }
}

async function* entriesOfLines(path: string): AsyncGenerator<StoredEntry, void> {
  let isFirst = true;
  for await (const line of linesIn(createReadStream(path))) {
    if (!isFirst) yield parse(line, path) as StoredEntry;
    isFirst = false;
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(path);
  }
}

/**
 * Our own exports, encrypted as lines or as one document, or decrypted.
 *
 * @throws Failure if it is none of them
 */
export async function readExport(path: string): Promise<ExportFile> {
  const contents = await readInput(path);
  if (isHead(await firstLine(path))) return { kind: 'encrypted', entries: () => entriesOfLines(path) };
  const document = parse(contents.toString('utf8'), path) as Partial<DecryptedExport> | null;
  if (!Array.isArray(document?.entries)) throw notOurs(path);
  if (document.format === DECRYPTED_FORMAT) {
    if (document.version !== 1)
      throw new Failure(`${path} is from a newer version of this program: update it`);
    return { kind: 'decrypted', entries: document.entries };
  }
  const entries = document.entries as unknown as StoredEntry[];
  return {
    kind: 'encrypted',
    async *entries() {
      yield* entries;
    },
  };
}
