/** Saves a file of an entry to the disk of the reader. */

import { fileName } from '../../client/file-names.ts';
import type { AttachedFile } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { Cancelled } from '../ui/use-task.ts';
import { saveFile } from '../vault/save-file.ts';

type Progress = (done: number, total: number) => void;
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** For smaller files, nobody is asked where to put them: they fit into memory, and go where all downloads go. */
export const STREAMED_FROM = 16_000_000;

const pickerOf = (): Picker | undefined =>
  (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker?.bind(globalThis);

/** @returns null if the reader changed their mind */
const ask = (picker: Picker, suggestedName: string): Promise<FileSystemFileHandle | null> =>
  picker({ suggestedName }).catch((error: Error) => {
    if (error.name === 'AbortError') return null;
    throw error;
  });

/**
 * Writes a file to the place that the reader chooses, while it arrives. It appears there only once it is complete.
 *
 * @returns its name; null if this browser can't
 * @throws Cancelled
 */
export async function saveStream(
  name: string,
  write: (to: WritableStream<Uint8Array>) => Promise<unknown>,
): Promise<string | null> {
  const picker = pickerOf();
  if (!picker) return null;
  const chosen = await ask(picker, fileName(name));
  if (!chosen) throw new Cancelled();
  await write(await chosen.createWritable());
  return chosen.name;
}

/** @throws Cancelled, and whatever opening it throws */
export async function saveAttached(
  file: AttachedFile,
  token: string | null,
  progress: Progress,
): Promise<string> {
  if (file.size >= STREAMED_FROM) {
    const saved = await saveStream(file.name, (to) => keys.openFile({ file, token, to }, progress));
    if (saved !== null) return saved;
  }
  const blob = await keys.openFile({ file, token }, progress);
  // As untyped bytes, so that no browser opens the file instead of saving it.
  return saveFile(new Blob([blob!], { type: 'application/octet-stream' }), file.name);
}
