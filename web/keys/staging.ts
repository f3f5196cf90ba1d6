/**
 * Ciphertexts of files until the service has them, in the private file system of the browser (OPFS), a folder for each
 * account. They outlive a closed tab. Where a browser has no such place, as in some private windows, they last as long as
 * this worker.
 */
import type { Staging } from '../../client/upload.ts';

const ENDING = '.age';
const inMemory = new Map<string, Blob>();

/** The part of the file system that is used here. Node, which runs some tests, has neither it nor its types. */
interface Folder {
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<StagedFile>;
  removeEntry(name: string): Promise<void>;
  values(): AsyncIterable<StagedFile>;
}
interface StagedFile {
  name: string;
  getFile(): Promise<Blob & { lastModified: number }>;
  /** Missing in older browsers. */
  createWritable?(): Promise<WritableStream<Uint8Array>>;
}

async function folderOf(userId: string): Promise<Folder | null> {
  try {
    const { storage } = navigator as unknown as { storage: { getDirectory(): Promise<Folder> } };
    const root = await storage.getDirectory();
    const uploads = await root.getDirectoryHandle('uploads', { create: true });
    return await uploads.getDirectoryHandle(userId, { create: true });
  } catch {
    return null;
  }
}

export interface BrowserStaging extends Staging {
  /** What is kept, with the time at which it was. */
  kept(): Promise<{ id: string; at: number }[]>;
}

export function stagingOf(userId: string): BrowserStaging {
  const find: Staging['find'] = async (id) => {
    const folder = await folderOf(userId);
    const file = await folder?.getFileHandle(id + ENDING).catch(() => null);
    return (await file?.getFile()) ?? inMemory.get(id) ?? null;
  };
  return {
    find,
    async keep(id, ciphertext) {
      const folder = await folderOf(userId);
      const file = await folder?.getFileHandle(id + ENDING, { create: true });
      if (!file?.createWritable) {
        inMemory.set(id, await new Response(ciphertext as ReadableStream<Uint8Array<ArrayBuffer>>).blob());
        return;
      }
      try {
        await ciphertext.pipeTo(await file.createWritable());
      } catch (error) {
        await folder?.removeEntry(file.name).catch(() => {});
        throw error;
      }
    },
    async drop(id) {
      inMemory.delete(id);
      await (await folderOf(userId))?.removeEntry(id + ENDING).catch(() => {});
    },
    async kept() {
      const found: { id: string; at: number }[] = [];
      for await (const file of (await folderOf(userId))?.values() ?? []) {
        // While it is written, a browser may keep it under a name of its own.
        if (!file.name.endsWith(ENDING)) continue;
        const { lastModified } = await file.getFile();
        found.push({ id: file.name.slice(0, -ENDING.length), at: lastModified });
      }
      return found;
    },
  };
}
