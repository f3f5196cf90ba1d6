/**
 * Archives with files: what was left to a successor, with a page and a note on how to open the files, and an owner's
 * export.
 */
import { makeZip } from 'client-zip';
import { copyFile, type FileSource, leftFiles, openFile, ownFiles } from '../../../client/download.ts';
import { distinctNames, fileName } from '../../../client/file-names.ts';
import { type AttachedFile, encryptedSize, encryptFile } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import type { FilePlace } from '../../vault/export/saved-page.ts';
import type { TaskContext } from '../tab.ts';

export interface ArchiveWords {
  /** The folder of the files. */
  folder: string;
  /** The name of the page, without an ending. */
  page: string;
  /** The name of the file that says how to open the others, without an ending. */
  readme: string;
  /** The paragraphs of that file. */
  how: readonly string[];
}

export interface ArchiveRequest {
  words: ArchiveWords;
  token: string;
  files: readonly AttachedFile[];
  /** Files inside entries. */
  inner: readonly InnerFileToSave[];
  /** Whether the files stay encrypted. */
  isSealed: boolean;
  /** The page, once it is known which file is where. */
  pageOf(places: ReadonlyMap<string, FilePlace>): Promise<Blob>;
}

export interface InnerFileToSave {
  /** The page finds the file's place by it. */
  id: string;
  name: string;
  size: number;
  read(): Promise<Blob>;
}

export interface Archive {
  bytes: ReadableStream<Uint8Array>;
  /** The names of files that could not be fetched, complete once the whole archive was read. */
  missing: string[];
}

const bytesOf = (files: readonly AttachedFile[]): number =>
  files.reduce((sum, { size }) => sum + encryptedSize(size), 0);

const blobOf = (stream: ReadableStream<Uint8Array>): Promise<Blob> =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob();

export interface FilesToFetch {
  source: FileSource;
  files: readonly AttachedFile[];
  /** Whether they stay encrypted. */
  isSealed: boolean;
  /** Gets the names of files that could not be fetched. */
  missing: string[];
}

/** Fetches each file completely before it enters an archive, so that the archive holds only what the owner stored. */
async function* fetched(
  { source, files, isSealed, missing }: FilesToFetch,
  { progress, signal }: Pick<TaskContext, 'progress' | 'signal'>,
): AsyncGenerator<{ file: AttachedFile; bytes: Blob | null }, void> {
  const total = bytesOf(files);
  let before = 0;
  for (const file of files) {
    const reached = ({ done }: { done: number }) => progress(before + done, total);
    const options = { progress: reached, signal };
    let bytes: Blob | null = null;
    try {
      const stream = isSealed ? copyFile(source, file, options) : await openFile(source, file, options);
      bytes = await blobOf(stream);
    } catch {
      signal.throwIfAborted();
      // A file that doesn't open doesn't stop the others.
      missing.push(file.name);
    }
    yield { file, bytes };
    before += encryptedSize(file.size);
  }
}

/** Makes the archive while it is read. */
export function archiveOf(
  { words, token, files, inner, isSealed, pageOf }: ArchiveRequest,
  { progress, signal }: Pick<TaskContext, 'progress' | 'signal'>,
): Archive {
  const missing: string[] = [];
  const innerBytes = inner.reduce((sum, { size }) => sum + size, 0);

  async function* parts() {
    const nameIn = distinctNames();
    const places = new Map<string, FilePlace>();
    const place = ({ id, name }: { id: string; name: string }, key: string): string => {
      // In a sealed archive, not even a name is readable.
      const called = isSealed ? `${places.size + 1}.age` : nameIn(name);
      const path = `${fileName(words.folder)}/${called}`;
      places.set(id, isSealed ? { path, key } : { path });
      return path;
    };
    let done = 0;
    for (const file of inner) {
      signal.throwIfAborted();
      const bytes = await file.read();
      if (isSealed) {
        const { ciphertext, key } = await encryptFile(bytes.stream());
        const input = await blobOf(ciphertext);
        yield { name: place(file, key().identity), input };
      } else yield { name: place(file, ''), input: bytes };
      done += file.size;
      progress(done, innerBytes + bytesOf(files));
    }
    const source = leftFiles(api, token);
    const asked = {
      signal,
      progress: (now: number, of: number) => progress(innerBytes + now, innerBytes + of),
    };
    for await (const { file, bytes } of fetched({ source, files, isSealed, missing }, asked)) {
      if (bytes) yield { name: place(file, file.identity), input: bytes };
      else places.set(file.id, { path: null });
    }
    yield { name: `${fileName(words.page)}.html`, input: await pageOf(places) };
    // Windows shows the text properly only with its own line endings and a byte order mark.
    yield { name: `${fileName(words.readme)}.txt`, input: `\uFEFF${words.how.join('\r\n\r\n')}\r\n` };
  }
  return { bytes: makeZip(parts()), missing };
}

export interface ExportArchive {
  /** The name of the folder of the files. */
  folder: string;
  /** The name of the document, which the import looks for. */
  name: string;
  files: readonly AttachedFile[];
  isSealed: boolean;
  /** The entries, once it is known what each file is called. */
  documentOf(savedAs: ReadonlyMap<string, string>): Promise<Blob>;
}

/** An owner's export with its files, made while it is read. `openChosenExport` of client/import reads it. */
export function exportArchive(
  { folder, name, files, isSealed, documentOf }: ExportArchive,
  asked: Pick<TaskContext, 'progress' | 'signal'>,
): Archive {
  const missing: string[] = [];
  async function* parts() {
    const nameIn = distinctNames();
    const savedAs = new Map<string, string>();
    const source = ownFiles(api);
    for await (const { file, bytes } of fetched({ source, files, isSealed, missing }, asked)) {
      if (!bytes) continue;
      const called = isSealed ? `${file.id}.age` : nameIn(file.name);
      if (!isSealed) savedAs.set(file.id, called);
      yield { name: `${fileName(folder)}/${called}`, input: bytes };
    }
    yield { name, input: await documentOf(savedAs) };
  }
  return { bytes: makeZip(parts()), missing };
}
