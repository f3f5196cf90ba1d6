/** Files of entries. The page sees neither ciphertext nor keys of a file that it doesn't show. */
import {
  type FileSource,
  leftFiles,
  openFile as openFrom,
  openTail as openTailFrom,
  ownFiles,
} from '../../../client/download.ts';
import type { OpenedEntry } from '../../../client/entries.ts';
import { attachFiles, detachFile } from '../../../client/files.ts';
import { changedNothing } from '../../../client/problem.ts';
import { type NewFile, prepareFile } from '../../../client/upload.ts';
import { type AttachedFile, pipeStream } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { owner } from '../owner.ts';
import { stagingOf } from '../staging.ts';
import type { TaskContext } from '../tab.ts';
import { onChange, requireOpen } from '../unlocked-vault.ts';
import { queueUploads, resumeUploads, stopUpload } from '../uploads.ts';

/** A file as it was chosen, and as its entry names it. */
interface PreparedFile {
  chosen: NewFile;
  prepared: AttachedFile;
}

/** Files whose adding got no answer, by entry. The entry may have them, so a retry must send the same ciphertext. */
const unanswered = new Map<string, PreparedFile[]>();
onChange(() => unanswered.clear());

/** When a file was last changed. Null for a recording. */
const dateOf = (bytes: Blob): number | null => (bytes instanceof File ? bytes.lastModified : null);

const isSame = (one: NewFile, other: NewFile): boolean =>
  one.name === other.name &&
  one.type === other.type &&
  one.bytes.size === other.bytes.size &&
  dateOf(one.bytes) === dateOf(other.bytes);

/**
 * Encrypts files, adds them to a stored entry, and sends them once the entry has them.
 *
 * @returns the entry, before the files are sent
 * @throws Problem such as `plan_limit`; then the entry is as before
 */
export async function addFiles(
  { id, files }: { id: string; files: readonly NewFile[] },
  { progress, signal }: TaskContext,
): Promise<OpenedEntry> {
  const { userId } = requireOpen().vault;
  const staging = stagingOf(userId);
  const total = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
  const earlier = unanswered.get(id) ?? [];
  const added: PreparedFile[] = [];
  let before = 0;
  try {
    for (const chosen of files) {
      const reached = ({ done }: { done: number }) => progress(Math.min(before + done, total), total);
      const known = earlier.find((each) => !added.includes(each) && isSame(each.chosen, chosen));
      added.push(
        known ?? { chosen, prepared: await prepareFile(staging, chosen, { progress: reached, signal }) },
      );
      before += chosen.bytes.size;
    }
    const prepared = added.map((each) => each.prepared);
    const entry = await attachFiles(owner, { id, files: prepared });
    unanswered.delete(id);
    queueUploads(userId, id, prepared, Date.now());
    return entry;
  } catch (error) {
    const fresh = added.filter((each) => !earlier.includes(each));
    if (added.length < files.length || changedNothing(error))
      for (const { prepared } of fresh) await staging.drop(prepared.id);
    // The entry may have them. If not, they are dropped some days later.
    else unanswered.set(id, [...earlier, ...fresh]);
    throw error;
  }
}

/** Removes a file from an entry, and ends its upload. If that fails, the upload goes on. */
export async function removeFile(which: { id: string; fileId: string }): Promise<OpenedEntry> {
  const { userId } = requireOpen().vault;
  const stopped = stopUpload(which.fileId);
  unanswered.delete(which.id);
  let entry: OpenedEntry;
  try {
    entry = await detachFile(owner, which);
  } catch (error) {
    queueUploads(userId, which.id, stopped);
    throw error;
  }
  await stagingOf(userId).drop(which.fileId);
  return entry;
}

/** Sends files of an entry again after something stopped them. */
export const uploadAgain = ({ entryId, files }: { entryId: string; files: readonly AttachedFile[] }): void =>
  queueUploads(requireOpen().vault.userId, entryId, files);

/** Goes on with uploads that were cut off. */
export const goOnUploading = (named: Parameters<typeof resumeUploads>[1]): Promise<void> =>
  resumeUploads(requireOpen().vault.userId, named);

/** Which file to open, and from where. */
export interface FileToOpen {
  file: AttachedFile;
  /** The token of a successor's link. Null for the owner. */
  token: string | null;
  /** Where to write it while it arrives: it is closed only if all of it is genuine, and aborted otherwise. */
  to?: WritableStream<Uint8Array>;
}

const sourceOf = (token: string | null): FileSource =>
  token === null ? ownFiles(api) : leftFiles(api, token);

/**
 * Decrypts a file.
 *
 * @returns all of it, unless there is `to`
 * @throws CryptoError `file_refused`; Problem such as `file_unfinished`, `handover_ended`
 */
export async function openFile(
  { file, token, to }: FileToOpen,
  { progress, signal }: TaskContext,
): Promise<Blob | null> {
  const opened = await openFrom(sourceOf(token), file, {
    progress: ({ done, total }) => progress(done, total),
    signal,
  });
  if (!to) return new Response(opened as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  await pipeStream(opened, to, signal);
  return null;
}

/**
 * Decrypts the end of a file.
 *
 * @param at from which byte on
 * @throws whatever `openFile` throws
 */
export const openTail = (
  { file, token, at }: Pick<FileToOpen, 'file' | 'token'> & { at: number },
  { signal }: TaskContext,
): Promise<Uint8Array<ArrayBuffer>> => openTailFrom(sourceOf(token), file, at, { signal });
