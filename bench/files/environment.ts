/** A service with a folder for files, its owners, and a file of random bytes. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type MeasuredApi, startApi } from '../apis/process.ts';
import type { BenchContext } from '../bench.ts';
import { release } from '../released.ts';
import { type BenchOwner, makeOwners } from '../requests/owners.ts';
import { productionDatabase, startServers, UNREACHED_LIMITS } from '../servers.ts';
import type { FileAddress } from './transfer.ts';

const MIB = 1024 ** 2;

export interface BenchFile {
  path: string;
  size: number;
  sha256: string;
}

/** Writes a file of random bytes. */
export async function randomFile(path: string, mebibytes: number): Promise<BenchFile> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let n = 0; n < mebibytes; n += 1) {
    const bytes = randomBytes(MIB);
    hash.update(bytes);
    await file.write(bytes);
  }
  await file.sync();
  await file.close();
  return { path, size: mebibytes * MIB, sha256: hash.digest('hex') };
}

export interface FilesEnvironment {
  /** A temporary folder. */
  folder: string;
  owners: readonly BenchOwner[];
  /** Starts a process. */
  startApi(): Promise<MeasuredApi>;
  /** Opens the vault of an owner to its successor. @returns the address of a file for them */
  leave(api: MeasuredApi, owner: BenchOwner, id: string): Promise<FileAddress>;
}

export async function openFilesEnvironment(context: BenchContext, count: number): Promise<FilesEnvironment> {
  const { closing } = context;
  const servers = await startServers(context, { durable: true });
  const { folder } = servers;
  const files = join(folder, 'files');
  await mkdir(files);
  const { variables, config, em, redis } = await productionDatabase(servers, context, {
    ...UNREACHED_LIMITS,
    FILES_DIR: files,
    DEFAULT_PLAN: 'family',
  });
  return {
    folder,
    owners: await makeOwners(em, redis, config, count),
    startApi: () => startApi({ closing, folder, env: variables }),
    async leave({ url }, owner, id) {
      await em.execute('update successor set restrict_to_assigned_entries = false where user_id = ?', [
        owner.id,
      ]);
      const token = (await release(em, config, [owner])).get(owner.id);
      return { url: `${url}/api/v1/vault/successor-access/files/${id}?token=${token}`, headers: {} };
    },
  };
}
