import { openFolder } from './folder.ts';
import type { S3Settings } from './s3.ts';
import { type FileStores, fileStores } from './store.ts';

export interface StoreSettings {
  /** Null if files are kept in no folder. */
  folder: string | null;
  /** Null if files are kept in no bucket. */
  s3: S3Settings | null;
}

/** Loaded only where it is used: the SDK takes a lot of memory. */
const openBucket = async (settings: S3Settings) => (await import('./s3.ts')).openS3(settings);

/**
 * Opens the configured stores. If both are, new files go to the bucket, and those in the folder are still read there.
 *
 * @returns null without any: then no files are taken
 * @throws StoreError if one can't be used
 */
export async function openStores({ folder, s3 }: StoreSettings): Promise<FileStores | null> {
  return fileStores([
    ...(s3 === null ? [] : [await openBucket(s3)]),
    ...(folder === null ? [] : [await openFolder(folder)]),
  ]);
}
