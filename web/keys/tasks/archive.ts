/** Everything that was left to a successor, as one archive: a page, the files beside it, and how to open them. */
import { makeZip } from 'client-zip';
import { copyFile, leftFiles, openFile } from '../../../client/download.ts';
import { type AttachedFile, encryptedSize } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { distinctNames } from '../../vault/export/distinct-names.ts';
import { fileName } from '../../vault/export/file-name.ts';
import type { FilePlace, SavedContent } from '../../vault/export/saved-page.ts';
import type { Asked } from '../tab.ts';

export interface ArchiveWords {
  /** The folder of the files. */
  folder: string;
  /** The name of the page, without an ending. */
  page: string;
  /** The name of the file that says how to open the others, without an ending. */
  readme: string;
  /** What it says, a paragraph each. */
  how: readonly string[];
}

export interface ArchiveRequest {
  words: ArchiveWords;
  token: string;
  contents: readonly SavedContent[];
  /** Whether the files stay encrypted. */
  isSealed: boolean;
  /** The page, once it is known which file is where. */
  pageOf(places: ReadonlyMap<string, FilePlace>): Promise<Blob>;
}

export interface Archive {
  bytes: ReadableStream<Uint8Array>;
  /** The names of files that could not be fetched, complete once all of it was read. */
  missing: string[];
}

const bytesOf = (files: readonly AttachedFile[]): number =>
  files.reduce((sum, { size }) => sum + encryptedSize(size), 0);

/**
 * Makes the archive while it is read. A file is fetched completely before it goes in, so that none is in it that isn't
 * what the owner stored.
 */
export function archiveOf(
  { words, token, contents, isSealed, pageOf }: ArchiveRequest,
  { progress, signal }: Pick<Asked, 'progress' | 'signal'>,
): Archive {
  const files = contents.flatMap((content) => content.files ?? []);
  const total = bytesOf(files);
  const source = leftFiles(api, token);
  const missing: string[] = [];

  async function fetched(file: AttachedFile, before: number): Promise<Blob | null> {
    const options = {
      progress: ({ done }: { done: number }) => progress(before + done, total),
      signal,
    };
    try {
      const stream = isSealed ? copyFile(source, file, options) : await openFile(source, file, options);
      return await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
    } catch {
      signal.throwIfAborted();
      // One that doesn't open stops no other.
      missing.push(file.name);
      return null;
    }
  }

  async function* parts() {
    const nameIn = distinctNames();
    const places = new Map<string, FilePlace>();
    let before = 0;
    for (const file of files) {
      const bytes = await fetched(file, before);
      before += encryptedSize(file.size);
      if (!bytes) {
        places.set(file.id, { path: null });
        continue;
      }
      // Sealed, not even a name is readable.
      const name = isSealed ? `${places.size + 1}.age` : nameIn(file.name);
      const path = `${fileName(words.folder)}/${name}`;
      places.set(file.id, isSealed ? { path, key: file.identity } : { path });
      yield { name: path, input: bytes };
    }
    yield { name: `${fileName(words.page)}.html`, input: await pageOf(places) };
    // Windows shows text as it should only with its own ends of lines and a mark.
    yield { name: `${fileName(words.readme)}.txt`, input: `\uFEFF${words.how.join('\r\n\r\n')}\r\n` };
  }
  return { bytes: makeZip(parts()), missing };
}
