/**
 * Ciphertexts of files until the service has them, in the private file system of the browser, a folder for each account.
 * They outlive a closed tab. Where a browser has no such place, they last as long as this worker.
 */
import type { Staging } from '../../client/upload.ts';
import { privateFolder, readPrivate, writePrivate } from './private-files.ts';

const ENDING = '.age';
const inMemory = new Map<string, Blob>();

const folderOf = (userId: string) => privateFolder('uploads', userId);

export interface BrowserStaging extends Staging {
  /** What is kept, with the time at which it was. */
  kept(): Promise<{ id: string; at: number }[]>;
}

export const stagingOf = (userId: string): BrowserStaging => ({
  find: async (id) => (await readPrivate(await folderOf(userId), id + ENDING)) ?? inMemory.get(id) ?? null,
  async keep(id, ciphertext) {
    if (await writePrivate(await folderOf(userId), id + ENDING, ciphertext)) return;
    inMemory.set(id, await new Response(ciphertext as ReadableStream<Uint8Array<ArrayBuffer>>).blob());
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
});
