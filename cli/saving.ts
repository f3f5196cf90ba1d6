/** Entries as files in a folder that only this user can look into. */
import { type FileSource, openFile } from '../client/index.ts';
import type { AttachedFile, Content } from '../crypto/index.ts';
import { adviceOn } from './advice.ts';
import { fileBytes, inWords } from './contents.ts';
import { sentence } from './failure.ts';
import { distinctNames, fileNameFor, makeSecretFolder, writeSecretFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { progressBar } from './uploads.ts';

/** Saves one file of an entry. Nothing is left of one that is not genuine, or not complete. */
export async function saveAttached(
  invocation: Invocation,
  from: FileSource,
  file: AttachedFile,
  path: string,
): Promise<void> {
  const progress = progressBar(invocation, `Saving ${file.name}`);
  await writeSecretFile(path, await openFile(from, file, { progress }));
}

interface Piece {
  name: string;
  save(path: string): Promise<void>;
}

/** What becomes a file of its own: the text, unless there is none, and each file. */
function piecesOf(invocation: Invocation, from: FileSource, content: Content): Piece[] {
  const { kind, title, fields, files = [] } = content;
  const pieces = files.map(
    (file): Piece => ({
      name: fileNameFor(file.name),
      save: (path) => saveAttached(invocation, from, file, path),
    }),
  );
  if (kind !== 'file') {
    const text = `${inWords(content)}\n`;
    pieces.unshift({ name: `${fileNameFor(title)}.txt`, save: (path) => writeSecretFile(path, text) });
  } else if (fields.data !== undefined)
    pieces.unshift({
      name: fileNameFor(fields.name ?? title),
      save: (path) => writeSecretFile(path, fileBytes(content)),
    });
  return pieces;
}

/**
 * Saves entries in a folder. What fails is said and stops nothing else.
 *
 * @returns how many files were saved, of how many
 */
export async function saveEntries(
  invocation: Invocation,
  from: FileSource,
  contents: readonly Content[],
  folder: string,
): Promise<{ saved: number; of: number }> {
  await makeSecretFolder(folder);
  const nameIn = await distinctNames(folder);
  const pieces = contents.flatMap((content) => piecesOf(invocation, from, content));
  let saved = 0;
  for (const { name, save } of pieces) {
    try {
      await save(nameIn(name));
      saved += 1;
    } catch (error) {
      const advice = adviceOn(error);
      if (!advice) throw error;
      invocation.note(`${oneLine(name)}: ${sentence(advice)}`);
    }
  }
  return { saved, of: pieces.length };
}
