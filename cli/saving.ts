/** Entries as files in a folder that only this user can read. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { distinctNames, type FileSource, fileName, openFile } from '../client/index.ts';
import type { AttachedFile, Content } from '../crypto/index.ts';
import { adviceOn } from './advice.ts';
import { fileBytes, inWords, textFields } from './contents.ts';
import { sentence } from './failure.ts';
import { makeSecretFolder, writeSecretFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { progressBar } from './uploads.ts';

/** Saves one file of an entry. A file that isn't genuine or complete is removed. */
export async function saveAttached(
  invocation: Invocation,
  from: FileSource,
  file: AttachedFile,
  path: string,
): Promise<void> {
  const progress = progressBar(invocation, `Saving ${file.name}`);
  await writeSecretFile(path, await openFile(from, file, { progress }));
}

/** Paths of new files in a folder. */
export interface OutputPaths {
  /** The path of a file of an entry: always the same. */
  of(file: AttachedFile): string;
  /** The path of anything else, under a name like this. */
  named(name: string): string;
}

/** Makes the folder. */
export async function outputPathsIn(folder: string): Promise<OutputPaths> {
  await makeSecretFolder(folder);
  const nameOf = distinctNames(await readdir(folder));
  const named = (name: string) => join(folder, nameOf(name));
  const paths = new Map<string, string>();
  return {
    named,
    of({ id, name }) {
      const path = paths.get(id) ?? named(name);
      paths.set(id, path);
      return path;
    },
  };
}

interface FileToSave {
  path: string;
  save(): Promise<void>;
}

/** An entry to save. */
export interface EntryToSave {
  content: Content;
  /** The first line of its text. */
  mark?: string | null | undefined;
  /** Reads the content with the data of its file, which `content` lacks. */
  whole?: (() => Promise<Content>) | undefined;
}

/** The parts that become files of their own: the text, if there is any, and each file. */
function filesToSave(
  invocation: Invocation,
  from: FileSource,
  { content, mark, whole }: EntryToSave,
  paths: OutputPaths,
): FileToSave[] {
  const { kind, title, fields, files = [] } = content;
  const toSave = files.map(
    (file): FileToSave => ({
      path: paths.of(file),
      save: () => saveAttached(invocation, from, file, paths.of(file)),
    }),
  );
  if (kind === 'file' && (whole || fields.data !== undefined)) {
    const path = paths.named(fields.name ?? title);
    const save = async () => writeSecretFile(path, fileBytes(whole ? await whole() : content));
    toSave.unshift({ path, save });
  }
  // Someone may have written a few words to a file.
  if (kind !== 'file' || textFields(content).length > 0) {
    const text = `${inWords(content, { mark })}\n`;
    const path = paths.named(`${fileName(title)}.txt`);
    toSave.unshift({ path, save: () => writeSecretFile(path, text) });
  }
  return toSave;
}

/**
 * Saves entries in a folder. A failure is reported, and doesn't stop the others.
 *
 * @returns how many files were saved, of how many; and the path of each entry's text, which names its files, or of the
 *   files that it consists of
 */
export async function saveEntries(
  invocation: Invocation,
  from: FileSource,
  entries: readonly EntryToSave[],
  paths: OutputPaths,
): Promise<{ saved: number; of: number; names: string[] }> {
  const byEntry = entries.map((entry) => filesToSave(invocation, from, entry, paths));
  const names = byEntry.map((files, at) =>
    (entries[at]?.content.kind === 'file' ? files : files.slice(0, 1)).map(({ path }) => path).join(', '),
  );
  const toSave = byEntry.flat();
  let saved = 0;
  for (const { path, save } of toSave) {
    try {
      await save();
      saved += 1;
    } catch (error) {
      const advice = adviceOn(error);
      if (!advice) throw error;
      invocation.note(`${oneLine(basename(path))}: ${sentence(advice)}`);
    }
  }
  return { saved, of: toSave.length, names };
}
