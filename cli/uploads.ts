/** Files of entries on their way to the service, and what a terminal shows of it. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  addedNothing,
  attachFiles,
  fileName,
  type NewFile,
  type Owner,
  prepareFile,
  type Staging,
  type TransferState,
  uploadFile,
} from '../client/index.ts';
import { type AttachedFile, isFileName } from '../crypto/index.ts';
import { halfDone, inWords } from './advice.ts';
import { makeSecretFolder, onSignal, openInput, removeFile, writeSecretFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { bytes, oneLine } from './printing.ts';

const uploadsOf = ({ sessionPath }: Pick<Invocation, 'sessionPath'>, owner: Owner): string =>
  join(dirname(sessionPath), 'uploads', owner.unlocked().vault.userId);

/** Kept beside the session, until the service has them. */
export function keptFiles(invocation: Pick<Invocation, 'sessionPath'>, owner: Owner): Staging {
  const folder = uploadsOf(invocation, owner);
  const pathOf = (id: string) => join(folder, `${id}.age`);
  return {
    find: (id) => openInput(pathOf(id)).catch(() => null),
    async keep(id, ciphertext) {
      await makeSecretFolder(folder);
      await writeSecretFile(pathOf(id), ciphertext);
    },
    drop: (id) => removeFile(pathOf(id)),
  };
}

/** The service forgets an upload that has made no progress for this long. */
const FORGOTTEN_MS = 3 * 24 * 60 * 60_000;

/**
 * Removes kept files that no entry names any more, unless another command may be about to add them.
 *
 * @param named the files of all entries, those in the trash too
 */
export async function dropForgotten(
  invocation: Pick<Invocation, 'sessionPath'>,
  owner: Owner,
  named: ReadonlySet<string>,
): Promise<void> {
  const folder = uploadsOf(invocation, owner);
  for (const file of await readdir(folder).catch(() => [])) {
    if (named.has(basename(file, '.age'))) continue;
    const path = join(folder, file);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_MS) await removeFile(path);
  }
}

/** The types that browsers show, and that people keep. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.gif': 'image/gif' },
  ...{ '.webp': 'image/webp', '.heic': 'image/heic', '.svg': 'image/svg+xml', '.pdf': 'application/pdf' },
  ...{ '.mp4': 'video/mp4', '.mov': 'video/quicktime', '.webm': 'video/webm', '.mkv': 'video/x-matroska' },
  ...{ '.mp3': 'audio/mpeg', '.m4a': 'audio/mp4', '.wav': 'audio/wav', '.ogg': 'audio/ogg' },
  ...{ '.flac': 'audio/flac', '.txt': 'text/plain', '.zip': 'application/zip' },
};

function nameOf(path: string): string {
  const name = basename(path);
  return isFileName(name) ? name : fileName(name);
}

/** Files as they are on this machine. @throws CommandFailure if one cannot be read */
export const openNewFiles = (paths: readonly string[]): Promise<NewFile[]> =>
  Promise.all(
    paths.map(async (path) => ({
      name: nameOf(path),
      type: TYPES[extname(path).toLowerCase()] ?? '',
      bytes: await openInput(path),
    })),
  );

const SHOWN_EVERY_MS = 200;
const WIDTH = 20;

/** One line that a terminal refreshes. Without a terminal, nothing is shown. */
export function progressBar(
  { terminal, progress }: Pick<Invocation, 'terminal' | 'progress'>,
  what: string,
): (state: TransferState) => void {
  let next = 0;
  const name = oneLine(what).slice(0, 30);
  return ({ done, total, bytesPerSecond, secondsLeft }) => {
    if (!terminal.interactive || (Date.now() < next && done < total)) return;
    next = Date.now() + SHOWN_EVERY_MS;
    const filled = Math.round((WIDTH * done) / total);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
    const left =
      done < total && secondsLeft !== null ? `, ${inWords(Math.max(1, Math.round(secondsLeft)))} left` : '';
    const line = `${name} ${bar} ${Math.floor((100 * done) / total)} %, ${bytes(bytesPerSecond)}/s${left}`;
    // The rest of a longer line is erased.
    progress(`\r${line}\u001b[K${done < total ? '' : '\n'}`);
  };
}

/** Encrypts files, one after the other. Nothing is sent. */
export async function prepareFiles(
  invocation: Invocation,
  owner: Owner,
  files: readonly NewFile[],
): Promise<AttachedFile[]> {
  const staging = keptFiles(invocation, owner);
  const prepared: AttachedFile[] = [];
  try {
    for (const file of files) {
      const progress = progressBar(invocation, `Encrypting ${file.name}`);
      prepared.push(await prepareFile(staging, file, { progress }));
    }
  } catch (error) {
    await dropAll(staging, prepared);
    throw error;
  }
  return prepared;
}

export async function dropAll(staging: Staging, files: readonly AttachedFile[]): Promise<void> {
  for (const { id } of files) await staging.drop(id);
}

/** Sends the rest of a file. */
export const sendFile = (
  invocation: Invocation,
  owner: Owner,
  entryId: string,
  file: AttachedFile,
): Promise<void> =>
  uploadFile(
    owner.api,
    { entryId, file, staging: keptFiles(invocation, owner) },
    { progress: progressBar(invocation, `Sending ${file.name}`) },
  );

/**
 * Adds files to a stored entry, and sends them.
 *
 * @throws HalfDone if the entry has them, or may have them, but not all of them were sent. After any other error, it has
 *   none of them
 */
export async function attachAndSend(
  invocation: Invocation,
  owner: Owner,
  entryId: string,
  files: readonly AttachedFile[],
): Promise<void> {
  try {
    await attachFiles(owner, { id: entryId, files });
  } catch (error) {
    // Encrypting again would give another ciphertext, and without a response the entry may already name this one.
    if (!addedNothing(error))
      throw halfDone(
        'The entry is stored, but it may not have its files yet.',
        error,
        'Run `vault-handover upload` to continue uploading; if `vault-handover show` does not list them then, add them again with `vault-handover edit --attach`',
      );
    await dropAll(keptFiles(invocation, owner), files);
    throw error;
  }
  const isStored = 'The entry is stored, but not all of its files are.';
  const next = 'To continue uploading, run `vault-handover upload`';
  const done = onSignal(() => invocation.note(`\n${isStored} ${next}.`));
  try {
    for (const file of files) await sendFile(invocation, owner, entryId, file);
  } catch (error) {
    throw halfDone(isStored, error, next);
  } finally {
    done();
  }
}
