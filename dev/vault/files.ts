/** Files that hold secrets: nobody else may read them, and nothing that exists is overwritten. */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';

const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return { ENOENT: 'no such file', EACCES: 'no permission', EISDIR: 'it is a folder' }[code ?? ''] ?? message;
};

/** @throws Failure */
export async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read (${reason(error)}): check the path`);
  }
}

/**
 * Writes a new file with mode 600. If that fails, none is left.
 *
 * @throws Failure if something of that name exists, or it cannot be written
 */
export async function writeSecretFile(
  path: string,
  contents: string | Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(contents as string);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Failure(`${path} already exists and was not touched: choose another name`);
    }
    throw new Failure(`${path} cannot be written (${reason(error)}): choose another place`);
  }
}

/** A folder that only its owner can look into. */
export async function makeSecretFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Failure(`${path} cannot be made (${reason(error)}): choose another place`);
  }
}

const LONGEST_NAME = 100;

/**
 * A file name for a title that somebody else chose: it cannot leave its folder, hide, or mean something to a shell's
 * reader.
 */
export function fileNameFor(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .replace(/^[. _-]+|[. ]+$/g, '')
    .slice(0, LONGEST_NAME)
    .trim();
  return plain || 'untitled';
}

/** Names for several files in one folder, none of them twice. Cases do not tell them apart everywhere. */
export function distinctNames(folder: string): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const [, stem = name, suffix = ''] = /^(.+?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
    let chosen = name;
    for (let n = 2; taken.has(chosen.toLowerCase()); n += 1) chosen = `${stem} (${n})${suffix}`;
    taken.add(chosen.toLowerCase());
    return join(folder, chosen);
  };
}
