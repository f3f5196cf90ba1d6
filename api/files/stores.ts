/** The stores of files, with their errors as problems. */
import type { FileRow } from '../../db/entities/file.ts';
import { type FileStore, type FileStores, StoreError } from '../../files/store.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';

/** @throws Problem `files_disabled` */
export function storesOf({ files }: Pick<ApiDeps, 'files'>): FileStores {
  if (!files) throw new Problem('files_disabled');
  return files;
}

const RETRY_AFTER_S = 60;

/** The store that has a file. @throws Problem as `inStore`, even if it is no longer configured */
export const storeOf = (deps: ApiDeps, { store }: Pick<FileRow, 'store'>): Promise<FileStore> =>
  inStore(deps, async () => storesOf(deps).named(store));

/** @throws Problem `store_full` or `dependency_unavailable` instead of a StoreError, which operators find in the log */
export async function inStore<T>(deps: ApiDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    deps.log.error({ err: error }, 'the store of files failed');
    deps.fileSpace.noteError(error);
    deps.metrics.storeErrors.inc({ reason: error.reason });
    if (error.reason === 'full') throw new Problem('store_full', undefined, { retryAfter: RETRY_AFTER_S });
    const detail =
      error.reason === 'missing'
        ? 'This file, or the end of it, is missing from the store. The operator of this service can look into it.'
        : 'The store of files is unavailable right now. Try again later.';
    throw new Problem('dependency_unavailable', detail, { retryAfter: RETRY_AFTER_S });
  }
}
