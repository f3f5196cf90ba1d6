/** Files that hold secrets: no other user may read them, and nothing that exists is overwritten. */
import { randomUUID } from 'node:crypto';
import { openAsBlob, rmSync } from 'node:fs';
import { link, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from './failure.ts';

const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return { ENOENT: 'no such file', EACCES: 'no permission', EISDIR: 'it is a folder' }[code ?? ''] ?? message;
};

const unreadable = (path: string, why: string): CommandFailure =>
  new CommandFailure(`${path} cannot be read (${why}): check the path`);

/** @throws CommandFailure */
export async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw unreadable(path, reason(error));
  }
}

/** A file that may be too large for memory. Its contents are read only when needed. @throws CommandFailure */
export async function openInput(path: string): Promise<Blob> {
  const found = await stat(path).catch((error) => {
    throw unreadable(path, reason(error));
  });
  if (!found.isFile()) throw unreadable(path, 'it is not a file');
  // A Blob would report this only once it is read.
  await open(path, 'r').then(
    (file) => file.close(),
    (error) => {
      throw unreadable(path, reason(error));
    },
  );
  return openAsBlob(path);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Calls `step` before a signal ends the program. @returns a function that undoes this */
export function onSignal(step: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    step();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Gives a file its name, unless something else has it. */
async function nameOnce(written: string, path: string): Promise<void> {
  try {
    await link(written, path);
    await rm(written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // The file systems of memory sticks have no hard links.
    await (await open(path, 'wx', 0o600)).close();
    await rename(written, path);
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Writes a new file with mode 600, under its name only once it is complete. If that fails, or the program is told to
 * end, none is left.
 *
 * @throws CommandFailure if something of that name exists, or it cannot be written
 */
export async function writeSecretFile(
  path: string,
  contents: string | Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const taken = `${path} already exists and was not touched: choose another name`;
  if (await exists(path)) throw new CommandFailure(taken);
  const partial = join(dirname(path), `.partial-${randomUUID()}`);
  const keep = onSignal(() => rmSync(partial, { force: true }));
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(contents as string);
      await file.sync();
    } finally {
      await file.close();
    }
    await nameOnce(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    // Reading the contents may fail too.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandFailure(taken);
    const advice =
      (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'make room there' : 'choose another place';
    throw new CommandFailure(`${path} cannot be written (${reason(error)}): ${advice}`);
  } finally {
    keep();
  }
}

export const removeFile = (path: string): Promise<void> => rm(path, { force: true });

/** A folder that only its owner can read. */
export async function makeSecretFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailure(`${path} cannot be made (${reason(error)}): choose another place`);
  }
}
