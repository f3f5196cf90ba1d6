/** The files that `export` writes and `import` reads. */
import {
  DECRYPTED_FORMAT,
  type DecryptedEntry,
  type DecryptedExport,
  linesIn,
  type StoredEntry,
} from '../client/index.ts';
import { CommandFailure } from './failure.ts';
import { openInput } from './files.ts';

export type ExportFile =
  | { kind: 'decrypted'; entries: DecryptedEntry[] }
  /** Read from the start each time, because it may be large. */
  | { kind: 'encrypted'; entries(): AsyncGenerator<StoredEntry, void> };

/** Whether a line is the first one of an export as lines. */
function isHead(line: string): boolean {
  try {
    const { entryCount, entries } = JSON.parse(line) as { entryCount?: unknown; entries?: unknown };
    return typeof entryCount === 'number' && entries === undefined;
  } catch {
    return false;
  }
}

/**
 * Our own exports: encrypted, as lines or as one document, or decrypted.
 *
 * @throws CommandFailure if it is none of them
 */
export async function readExport(path: string): Promise<ExportFile> {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw notOurs(path);
    }
  };
  const file = await openInput(path);
  const { value: first = '' } = await linesIn(file.stream()).next();
  if (isHead(first)) {
    return {
      kind: 'encrypted',
      async *entries() {
        const lines = linesIn(file.stream());
        await lines.next();
        for await (const line of lines) yield parse(line) as StoredEntry;
      },
    };
  }
  const document = parse(await file.text()) as Partial<DecryptedExport> | null;
  if (!Array.isArray(document?.entries)) throw notOurs(path);
  if (document.format === DECRYPTED_FORMAT) {
    if (document.version !== 1)
      throw new CommandFailure(`${path} is from a newer version of this program: update it`);
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

const notOurs = (path: string): CommandFailure =>
  new CommandFailure(`${path} is not an export of a vault: choose one that \`vault-handover export\` made`);
