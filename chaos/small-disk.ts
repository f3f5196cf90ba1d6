/** A small disk of its own for a folder, which can really be full: a tmpfs. It takes root to mount one. */
import { mkdir, mkdtemp, open, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../dev/programs/run-program.ts';

const MIB = 1024 ** 2;
/** A killed process may hold a file open for a moment. */
const UNMOUNT_TRIES = 20;

const mount = (folder: string, bytes: number) =>
  runProgram('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder]);

async function unmount(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runProgram('umount', [folder]);
      return;
    } catch (error) {
      if (tries === UNMOUNT_TRIES) throw error;
      await sleep(250);
    }
  }
}

/** Why this process can't mount a disk; null if it can. */
export async function whyNoSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  try {
    await mount(folder, MIB);
    await unmount(folder);
    return null;
  } catch {
    return 'this process may not mount a small disk, which takes root';
  } finally {
    await rm(folder, { recursive: true });
  }
}

const copy = (from: string, to: string) => runProgram('cp', ['-a', `${from}/.`, to]);

/**
 * Moves a folder to a disk with this much room beside its contents. Nothing may use it while it is moved.
 *
 * @returns a function that moves it back
 */
export async function moveToSmallDisk(folder: string, room: number): Promise<() => Promise<void>> {
  const used = Number.parseInt(await runProgram('du', ['-sb', folder]), 10);
  const kept = `${folder}.kept`;
  await rename(folder, kept);
  await mkdir(folder);
  await mount(folder, used + room);
  await copy(kept, folder);
  return async () => {
    await rm(kept, { recursive: true });
    await mkdir(kept);
    await copy(folder, kept);
    await unmount(folder);
    await rmdir(folder);
    await rename(kept, folder);
  };
}

/** Fills the disk of a folder with a file. @returns a function that removes it */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast');
  const file = await open(path, 'w');
  const isFull = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
    return true;
  };
  for (const bytes of [Buffer.alloc(MIB), Buffer.alloc(4096)]) {
    while (!(await file.write(bytes).then(() => false, isFull)));
  }
  await file.close();
  return () => rm(path);
}
