/** Files and folders that someone chooses or drops. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { fileName } from '../../client/file-names.ts';
import type { NewFile } from '../../client/upload.ts';
import { isFileName } from '../../crypto/index.ts';

/** Files that operating systems leave in folders. */
const CLUTTER: ReadonlySet<string> = new Set(['Thumbs.db', 'desktop.ini']);

/** The files of a folder without those that nobody put there on purpose. */
export const ofFolder = (files: readonly File[]): File[] =>
  files.filter(({ name }) => !name.startsWith('.') && !CLUTTER.has(name));

/** A file as an entry names it. */
export function newFile(file: File): NewFile {
  const [type = ''] = file.type.toLowerCase().split(';');
  return {
    name: isFileName(file.name) ? file.name : fileName(file.name),
    type: /^[a-z]+\/[a-z0-9.+-]{1,63}$/.test(type.trim()) ? type.trim() : '',
    bytes: file,
  };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Browsers list a folder a hundred at a time. */
async function listed(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) return all;
    all.push(...more);
  }
}

async function within(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const files: File[] = [];
  for (const each of await listed(entry as FileSystemDirectoryEntry)) files.push(...(await within(each)));
  return ofFolder(files);
}

/** The files that were dropped. A folder yields everything in it. */
async function droppedFiles(items: DataTransferItemList): Promise<File[]> {
  // The items can be read only before the event is over.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(within))).flat();
}

/** Takes files that are dropped on a place. */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer.items).then((files) => files.length > 0 && take(files));
    };
    element.addEventListener('dragover', over);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('drop', drop);
    };
  }, [place]);
}

let incomingFiles: File[] = [];

/** Keeps files for the page that makes entries of them. */
export function setIncomingFiles(files: File[]): void {
  incomingFiles = files;
}

/** The files from `setIncomingFiles`; none the next time. */
export function takeIncomingFiles(): File[] {
  const files = incomingFiles;
  incomingFiles = [];
  return files;
}
