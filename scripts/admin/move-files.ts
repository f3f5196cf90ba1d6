/** `npm run admin -- move-files`: moves files to the store that takes new ones, while the service runs. */
import { createHash, randomUUID } from 'node:crypto';
import { File } from '../../db/entities/file.ts';
import { moveFile } from '../../db/files.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { Failure } from '../../dev/cli/failure.ts';
import type { FileStore } from '../../files/store.ts';
import { configuredStores, counted, type NamedFile, storedFiles } from './check-files.ts';
import type { AdminService, CommandResult } from './service.ts';

/** @returns whether the bytes under both keys are those of the file */
async function copyBytes(from: FileStore, to: FileStore, { key, size, sha256 }: NamedFile, newKey: string) {
  const hash = createHash('sha256');
  async function* passing() {
    for await (const chunk of (await from.read(key, 0, size - 1)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await to.create(newKey, size);
  await to.write(newKey, 0, passing());
  await to.complete(newKey, size);
  return hash.digest('hex') === sha256 && (await to.bytes(newKey)) === size;
}

/**
 * Copies each file to the current store under a new key, compares it with its hash, and only then lets its row name the
 * copy. The original files are kept for 30 days. It can be stopped and run again at any time.
 *
 * @returns the result in a sentence, with exit code 3 if a file couldn't be moved
 */
export async function moveFiles({
  config,
  orm,
  operator,
  clock,
  print,
}: AdminService): Promise<CommandResult> {
  const stores = await configuredStores(config);
  const { current } = stores;
  if (stores.all.length < 2) {
    throw new Failure('Only one store of files is configured: set FILES_DIR and the FILES_S3_ variables');
  }
  const em = orm.em.fork();
  await recordOperator(em, { at: new Date(await clock()), operator, action: 'files_moved' });

  async function move(file: NamedFile): Promise<boolean> {
    const key = randomUUID();
    const isWhole = await copyBytes(stores.named(file.store), current, file, key);
    const to = { key, store: current.name };
    if (isWhole && (await moveFile(em, file, to, new Date(await clock())))) return true;
    await current.remove(key);
    // Otherwise it was deleted in the meantime.
    if (!isWhole) throw new Error('it is damaged');
    return false;
  }

  let [moved, failed] = [0, 0];
  for await (const batch of storedFiles(em)) {
    for (const file of batch.filter(({ store }) => store !== current.name)) {
      try {
        if (await move(file)) moved += 1;
      } catch (error) {
        failed += 1;
        const why = error instanceof Error ? error.message : String(error);
        print(`Not moved: ${file.store}/${file.key}, file ${file.id} of owner ${file.userId}: ${why}.`);
      }
    }
  }
  const left = await em.count(File, { state: 'uploading', store: { $ne: current.name } });
  const found = [
    `${counted(moved, 'file', 'files')} moved. The original files are kept for 30 days.`,
    ...(failed > 0 ? [`${counted(failed, 'file was', 'files were')} not moved.`] : []),
    ...(left > 0
      ? [
          `${counted(left, 'upload isn’t', 'uploads aren’t')} finished: run this again when ${left === 1 ? 'it is' : 'they are'}, in 3 days at the latest.`,
        ]
      : []),
  ].join(' ');
  return failed === 0 ? found : { text: found, code: 3 };
}
