/** Where an instance keeps its data, logs and process registry: a folder kept for the next start, or a temporary one. */
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import type { Say } from '../cli/progress.ts';
import { type OpenRegistry, openRegistry, registryOwner, stopLeftovers } from './process-registry.ts';

const PREFIX = 'vault-handover-';
const REGISTRY = 'running.json';

export interface DataFolder {
  folder: string;
  temporary: boolean;
  registry: OpenRegistry;
  /** Stops everything that runs in it. A temporary folder is then removed. */
  end(): Promise<void>;
}

/**
 * Opens a folder that is kept, after stopping what a killed supervisor left running there.
 *
 * @throws Failure when an instance is already running in it
 */
export async function openDataFolder(folder: string, say: Say): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, REGISTRY);
  const owner = registryOwner(path);
  if (owner) {
    throw new Failure(
      `An instance with its data in ${folder} is already running as process ${owner.pid}: stop it with Ctrl-C where it runs, or start another one with --data <folder> --free-ports`,
    );
  }
  const left = await stopLeftovers(path);
  if (left.length > 0) say(`stopped what an earlier start had left running: ${left.join(', ')}`);
  const registry = openRegistry(path);
  return {
    folder,
    temporary: false,
    registry,
    async end() {
      await registry.stopAll();
      registry.close();
    },
  };
}

/**
 * A new folder for temporary data. Other users, such as PostgreSQL's, can pass through it.
 *
 * Also removes what earlier runs left behind when they were killed.
 */
export async function temporaryFolder(): Promise<DataFolder> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(folder, 0o711);
  const registry = openRegistry(join(folder, REGISTRY));
  return {
    folder,
    temporary: true,
    registry,
    async end() {
      await registry.stopAll();
      await removeData(folder);
    },
  };
}

/** Removes a data folder, and the database files that it may link to. */
export async function removeData(folder: string): Promise<void> {
  const linked = await readlink(join(folder, 'postgres')).catch(() => undefined);
  for (const path of [linked, folder]) {
    // PostgreSQL's processes may write for another moment after their parent was killed.
    if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Stops and removes what killed runs left among the temporary files.
 *
 * @param newbornMs younger folders are spared: their registry may not have been written yet
 */
export async function removeLeftovers(parent = tmpdir(), newbornMs = 60_000): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    const about = name.startsWith(PREFIX) && (await stat(folder).catch(() => undefined));
    if (!about || about.uid !== process.getuid?.() || Date.now() - about.ctimeMs < newbornMs) continue;
    const registry = join(folder, REGISTRY);
    if (registryOwner(registry)) continue;
    await stopLeftovers(registry);
    await removeData(folder);
  }
}
