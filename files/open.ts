import { openFolder } from './folder.ts';
import { type FileStores, fileStores } from './store.ts';

export interface StoreSettings {
  /** Null if files are kept in no folder. */
  folder: string | null;
}

/**
 * Opens the configured stores.
 *
 * @returns null without any: then no files are taken
 * @throws StoreError if one can't be used
 */
export async function openStores({ folder }: StoreSettings): Promise<FileStores | null> {
  return fileStores(folder === null ? [] : [await openFolder(folder)]);
}
