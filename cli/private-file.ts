/** Files that only this user may read, each replaced in one step. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure } from './failure.ts';

/** The permissions of everyone but the file's owner. */
const OTHERS = 0o077;

/** What these files hold. */
interface Versioned {
  version: 1;
}

/** @param advice what to do if others can read it */
async function readUnlessForeign(path: string, advice: string): Promise<string | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandFailure(
      `${path} cannot be read (${(error as Error).message}): take ownership of it, or remove it`,
    );
  }
  try {
    const { mode, uid } = await file.stat();
    // Windows has no such modes: there, the profile's folder is private.
    const foreign = process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS) !== 0);
    if (foreign) throw new CommandFailure(`Other users can read ${path}, so it is not used: ${advice}`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * @param isComplete whether contents of this version have all that they need
 * @param advice what to do if it is damaged
 * @param foreignAdvice what to do if others can read it
 * @returns null if there is no such file
 * @throws CommandFailure if it cannot be read or understood, or other users could read it or could have written it
 */
export async function readPrivateFile<Contents extends Versioned>(
  path: string,
  isComplete: (contents: Partial<Contents>) => boolean,
  advice: string,
  foreignAdvice = advice,
): Promise<Contents | null> {
  const text = await readUnlessForeign(path, foreignAdvice);
  if (text === null) return null;
  try {
    const contents = JSON.parse(text) as Partial<Contents> | null;
    if (contents?.version === 1 && isComplete(contents)) return contents as Contents;
  } catch {
    // Falls through to the same advice.
  }
  throw new CommandFailure(`${path} is damaged or was written by another version: ${advice}`);
}

/**
 * Replaces the file, so that a crash leaves the old contents or the new.
 *
 * @param what is kept in it, as the beginning of a sentence
 * @throws CommandFailure if there is no room
 */
export async function writePrivateFile<Contents extends Versioned>(
  path: string,
  contents: Contents,
  what: string,
): Promise<void> {
  await replaceFile(path, contents).catch((error: Error) => {
    throw new CommandFailure(`${what} cannot be saved in ${path} (${error.message}): make room there`);
  });
}

async function replaceFile(path: string, contents: Versioned): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  try {
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(contents, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
