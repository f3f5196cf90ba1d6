/** The encrypted export as lines, which may be larger than memory. */
import { type ExportHead, headOf, linesIn, type StoredEntry } from '../client/index.ts';
import { CommandFailure } from './failure.ts';

export interface ExportedLines {
  head: ExportHead;
  /** Begins to read them. @throws CommandFailure if the file is damaged or was cut off */
  entries(): AsyncGenerator<StoredEntry, void>;
}

/** @returns null if the file is something else */
export async function readLines(file: Blob, path: string): Promise<ExportedLines | null> {
  const { value: first = '' } = await linesIn(file.stream()).next();
  const head = headOf(first);
  if (!head) return null;
  const damaged = () => new CommandFailure(`${path} is damaged or incomplete: export it again`);
  async function* entries(): AsyncGenerator<StoredEntry, void> {
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
    if (count !== head?.entryCount) throw damaged();
  }
  return { head, entries };
}
