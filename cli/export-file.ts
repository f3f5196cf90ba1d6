/** The encrypted export as lines, which may be larger than memory. */
import { linesIn, type StoredEntry } from '../client/index.ts';
import { CommandFailure } from './failure.ts';

/** Whether a line is the first one of an export as lines. */
function isHead(line: string): boolean {
  try {
    const { entryCount, entries } = JSON.parse(line) as { entryCount?: unknown; entries?: unknown };
    return typeof entryCount === 'number' && entries === undefined;
  } catch {
    return false;
  }
}

/** @returns what begins to read the entries, or null if the file is something else */
export async function readLines(
  file: Blob,
  path: string,
): Promise<(() => AsyncGenerator<StoredEntry, void>) | null> {
  const { value: first = '' } = await linesIn(file.stream()).next();
  if (!isHead(first)) return null;
  return async function* entries() {
    const lines = linesIn(file.stream());
    await lines.next();
    for await (const line of lines) {
      try {
        yield JSON.parse(line) as StoredEntry;
      } catch {
        throw new CommandFailure(`${path} is damaged or incomplete: export it again`);
      }
    }
  };
}
