/** Ciphertexts of files until the service has them, a folder for each account. They outlive a closed tab. */
import type { Staging } from '../../client/upload.ts';
import { listPrivate, readPrivate, removePrivate, writePrivate } from './private-files.ts';

const ENDING = '.age';

export interface BrowserStaging extends Staging {
  /** The files that are kept, each with the time at which it was last written. */
  kept(): Promise<Map<string, number>>;
}

export function stagingOf(userId: string): BrowserStaging {
  const folder = ['uploads', userId];
  const pathOf = (id: string) => [...folder, id + ENDING];
  return {
    find: (id) => readPrivate(pathOf(id)),
    keep: (id, ciphertext) => writePrivate(pathOf(id), ciphertext),
    drop: (id) => removePrivate(pathOf(id)),
    async kept() {
      const found = new Map<string, number>();
      for (const [name, at] of await listPrivate(folder)) {
        // While a file is being written, a browser may keep it under a name of its own.
        if (at !== null && name.endsWith(ENDING)) found.set(name.slice(0, -ENDING.length), at);
      }
      return found;
    },
  };
}
