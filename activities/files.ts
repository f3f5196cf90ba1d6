/** Keeps the stores of files in step with the rows: first a row goes, then, 30 days later, its bytes. */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { FileRow } from '../db/entities/file.ts';
import {
  countStored,
  countWhole,
  dateRemovals,
  deleteExpiredFiles,
  deleteUpload,
  endUploads,
  forgetRemoved,
  markStored,
  noteStrays,
  type RemovableFile,
  removableFiles,
  restingUploads,
  takeLease,
} from '../db/files.ts';
import type { EntityManager } from '../db/orm.ts';
import { hashOf } from '../files/hash.ts';
import { type FileStores, type StoredObject, StoreError } from '../files/store.ts';
import { choresWith } from './chore.ts';
import type { ActivityDeps } from './deps.ts';
import { withHeartbeats } from './heartbeat.ts';

const BATCH = 1_000;
/** At most this many bytes are deleted by a store at a time. */
const AT_ONCE = 8;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Everything in a store that may be ours, a batch at a time. */
async function* batchesOf(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[], void> {
  let batch: StoredObject[] = [];
  for await (const each of objects) {
    if (!UUID.test(each.key)) continue;
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const noStores: FileStores = {
  all: [],
  get current(): never {
    throw new StoreError('away', new Error('no store of files is configured'));
  },
  named() {
    return this.current;
  },
};

export function createFileActivities(deps: Pick<ActivityDeps, 'orm' | 'clock' | 'files'>) {
  const chore = choresWith(deps);
  const stores = deps.files ?? noStores;
  const remove = ({ key, store }: RemovableFile) => stores.named(store).remove(key);

  /**
   * Stores an upload whose last byte has arrived. Its process was killed before it could, or its row is from a backup of
   * the time before.
   */
  async function finishArrived(em: EntityManager, file: FileRow, now: Date): Promise<void> {
    const store = stores.named(file.store);
    if ((await store.bytes(file.key)) !== file.size) return;
    const lease = { userId: file.userId, id: file.id, writer: randomUUID() };
    if (!(await takeLease(em, lease, now))) return;
    await store.complete(file.key, file.size);
    const digest = await hashOf(await store.read(file.key, 0, file.size - 1));
    if (digest === file.sha256) await markStored(em, lease, now);
    else await deleteUpload(em, lease);
  }

  return withHeartbeats({
    /** Ends uploads that have made no progress for 3 days, and deletes what has been in the trash for 30. */
    endOldFiles: chore('endOldFiles', async (em, now) => {
      let failure: unknown;
      let batch: FileRow[] = [];
      do {
        // Managed rows of every batch would stay in memory.
        batch = await restingUploads(em.fork(), now, batch.at(-1));
        const ending: string[] = [];
        for (const file of batch) {
          // All bytes of an upload that fails may have arrived, so it stays, and other owners' files don't wait for it.
          await finishArrived(em.fork(), file, now).then(
            () => ending.push(file.key),
            (error) => {
              failure ??= error;
            },
          );
        }
        await endUploads(em, now, ending);
      } while (batch.length === BATCH);
      await deleteExpiredFiles(em, now);
      if (failure) throw failure;
    }),

    /** Deletes bytes 30 days after their row. @returns the number of files */
    removeFiles: chore('removeFiles', async (em, now) => {
      await dateRemovals(em, now);
      for (let removed = 0; ; ) {
        const batch = await removableFiles(em, now);
        for (let at = 0; at < batch.length; at += AT_ONCE) {
          const some = batch.slice(at, at + AT_ONCE);
          await Promise.all(some.map(remove));
          await forgetRemoved(
            em,
            some.map(({ key }) => key),
          );
        }
        removed += batch.length;
        if (batch.length === 0) return removed;
      }
    }),

    /**
     * Finds bytes that no row names, such as those that are newer than a restored backup: their 30 days begin.
     *
     * @throws ApplicationFailure if bytes that a row names are missing, such as after an older store was restored
     */
    compareStores: chore('compareStores', async (em, now) => {
      let whole = 0;
      for (const store of stores.all) {
        for await (const batch of batchesOf(store.list())) {
          await noteStrays(em, store.name, batch, now);
          whole += await countWhole(em, store.name, batch, now);
        }
      }
      // Counted last, so that a file deleted in the meantime is not missed.
      const missing = (await countStored(em, now)) - whole;
      if (missing > 0) {
        throw ApplicationFailure.nonRetryable(
          `${missing} files are missing from the store, or not all of their bytes are there: npm run admin -- check-files names them`,
        );
      }
    }),
  });
}
