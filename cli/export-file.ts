/** The encrypted export as lines, which may be larger than memory. */
import { linesIn, type StoredEntry } from '../client/index.ts';
import { CommandFailure } from './failure.ts';

/** How many entries follow, if the line is the first one of an export as lines. */
function countIn(line: string): number | null {
  try {
    const { entryCount, entries } = JSON.parse(line) as { entryCount?: unknown; entries?: unknown };
    return typeof entryCount === 'number' && entries === undefined ? entryCount : null;
  } catch {
    return null;
  }
}

/**
 * @returns what begins to read the entries, or null if the file is something else. Reading them throws CommandFailure if
 *   the file is damaged or was cut off
 */
export async function readLines(
  file: Blob,
  path: string,
): Promise<(() => AsyncGenerator<StoredEntry, void>) | null> {
  const { value: first = '' } = await linesIn(file.stream()).next();
  const entryCount = countIn(first);
  if (entryCount === null) return null;
  const damaged = () => new CommandFailure(`${path} is damaged or incomplete: export it again`);
  return async function* entries() {
    const lines = linesIn(file.stream());
    await lines.next();
    let count = 0;
    for await (const line of lines) {
      let entry: StoredEntry;
      try {
        entry = JSON.parse(line) as StoredEntry;
      } catch {
        throw damaged();
      }
      yield entry;
      count += 1;
    }
    if (count !== entryCount) throw damaged();
  };
}
