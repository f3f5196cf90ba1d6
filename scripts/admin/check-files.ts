/** `npm run admin -- check-files`: compares the stores of files with the rows that name them. */
import { type Config, filesOf } from '../../config.ts';
import { recordOperator } from '../../db/operator-log.ts';
import type { EntityManager } from '../../db/orm.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { hashOf } from '../../files/hash.ts';
import { openStores } from '../../files/open.ts';
import {
  type FileStore,
  type FileStores,
  type StoredObject,
  StoreError,
  type StoreName,
} from '../../files/store.ts';
import type { AdminService, CommandResult } from './service.ts';

export interface NamedFile {
  userId: string;
  id: string;
  size: number;
  sha256: string;
  store: StoreName;
  key: string;
}

const BATCH = 1_000;
/** How many files a store is asked about at a time. */
const AT_ONCE = 8;

/** @throws Failure if none is configured */
export async function configuredStores(config: Config): Promise<FileStores> {
  const stores = await openStores(filesOf(config));
  if (stores) return stores;
  throw new Failure(
    'No store of files is configured: set FILES_DIR or the FILES_S3_ variables as the service has them',
  );
}

/** Throws a Failure that says why a store can't be used, in place of its own error. */
export const throwStoreFailure = (error: unknown): never => {
  if (!(error instanceof StoreError)) throw error;
  const { message } = error.cause as Error;
  throw new Failure(
    `The store of files cannot be used (${message}): check FILES_DIR, or the FILES_S3_ variables and their server`,
  );
};

/** Every stored file, by key. */
export async function* storedFiles(em: EntityManager): AsyncGenerator<NamedFile[], void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await em.execute<NamedFile[]>(
      `select user_id as "userId", id, size::float8 as size, sha256, store, key from file
       where key > ? and state = 'stored' order by key limit ${BATCH}`,
      [after],
    );
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.key;
  }
}

/** The objects that neither a row nor a removal names. */
async function strays(em: EntityManager, objects: readonly StoredObject[]): Promise<string[]> {
  const rows = await em.execute<{ key: string }[]>(
    `select o.key from json_to_recordset(?::json) as o(key text)
     where not exists (select 1 from file f where f.key::text = o.key)
       and not exists (select 1 from removed_file r where r.key::text = o.key)`,
    [JSON.stringify(objects)],
  );
  return rows.map(({ key }) => key);
}

async function* batchesOf(store: FileStore): AsyncGenerator<StoredObject[], void> {
  let batch: StoredObject[] = [];
  for await (const each of store.list()) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** @param isRead whether to compare its hash too */
async function problemOf(stores: FileStores, file: NamedFile, isRead: boolean): Promise<string | null> {
  const store = stores.named(file.store);
  const bytes = await store.bytes(file.key);
  const what = `${file.store}/${file.key}, file ${file.id} of owner ${file.userId}`;
  if (bytes === null) return `Missing: ${what}.`;
  if (bytes !== file.size) return `Wrong size (${bytes} instead of ${file.size} bytes): ${what}.`;
  if (!isRead || (await hashOf(await store.read(file.key, 0, file.size - 1))) === file.sha256) return null;
  return `Damaged: ${what}.`;
}

export const counted = (n: number, one: string, more: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : more}`;

/**
 * Prints what is missing in the stores, what has another size, and what nothing names. It changes nothing.
 *
 * @param flags with `read`, every file is read and compared with its hash
 * @returns the result in a sentence, with exit code 3 if anything is missing, of another size or damaged
 */
export async function checkFiles(
  { config, orm, operator, clock, print }: AdminService,
  { read = false }: { read?: boolean | undefined },
): Promise<CommandResult> {
  const stores = await configuredStores(config);
  const em = orm.em.fork();
  await recordOperator(em, { at: new Date(await clock()), operator, action: 'files_checked' });
  let files = 0;
  let wrong = 0;
  for await (const batch of storedFiles(em)) {
    files += batch.length;
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      const problems = await Promise.all(
        batch.slice(at, at + AT_ONCE).map((file) => problemOf(stores, file, read)),
      );
      for (const problem of problems) {
        if (problem === null) continue;
        wrong += 1;
        print(problem);
      }
    }
  }
  let extra = 0;
  for (const store of stores.all) {
    for await (const batch of batchesOf(store)) {
      for (const key of await strays(em, batch)) {
        extra += 1;
        print(`Not referenced: ${store.name}/${key}.`);
      }
    }
  }
  const found = [
    `${counted(files, 'file', 'files')}: ${wrong === 0 ? 'all there' : `${wrong.toLocaleString('en')} missing, of another size or damaged`}.`,
    ...(extra === 0
      ? []
      : [
          `${counted(extra, 'object is', 'objects are')} not referenced. The worker removes what is ours in 30 days.`,
        ]),
  ].join(' ');
  return wrong === 0 ? found : { text: found, code: 3 };
}
