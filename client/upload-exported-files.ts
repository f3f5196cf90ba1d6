/** Uploads the files of an export to the entries that name them. */
import { type AttachedFile, encryptedSize } from '../crypto/index.ts';
import { openEntries } from './entries.ts';
import { readFiles, replaceFile, type StoredFile } from './files.ts';
import type { FindFile } from './import/with-files.ts';
import type { Owner } from './owner.ts';
import { Problem } from './problem.ts';
import { measured, type TransferState } from './transfer.ts';
import { prepareFile, type Staging, uploadFile } from './upload.ts';

/** Where the files are. */
export interface FileOrigin {
  find: FindFile;
  /** The names of files that were saved unencrypted, by ID. The others are called `<id>.age`. */
  savedAs: ReadonlyMap<string, string>;
}

export interface ExportedFilesOptions {
  /** Where files that are encrypted again are kept. */
  staging: Staging;
  /** Only files of these entries; null for all. */
  entryIds: ReadonlySet<string> | null;
  /** Collects the entries whose files are encrypted again, and which then name other files than in the export. */
  resealed?: Set<string>;
  progress?: (state: TransferState & { name: string }) => void;
  signal?: AbortSignal;
}

/** Refusals that leave out one file, but not the others. */
const REFUSALS = [
  'plan_limit',
  'payload_too_large',
  'file_too_large',
  'checksum_mismatch',
  'already_exists',
] as const;

export interface SkippedFile {
  entryId: string;
  /** The title of the entry. */
  title: string;
  name: string;
  /** `missing`: the export doesn't have it, or has another file of that name. */
  why: (typeof REFUSALS)[number] | 'missing';
}

export interface ExportedFilesResult {
  sent: number;
  leftOut: SkippedFile[];
}

interface WantedFile {
  entryId: string;
  title: string;
  file: AttachedFile;
  /** Null if the service has it in its trash. */
  found: { bytes: Blob; isSealed: boolean } | null;
}

/** @param staging may have it from an earlier try */
async function findIn(
  { find, savedAs }: FileOrigin,
  staging: Staging,
  { id, size }: AttachedFile,
): Promise<WantedFile['found'] | undefined> {
  for (const sealed of [await staging.find(id), await find(`${id}.age`)])
    if (sealed?.size === encryptedSize(size)) return { bytes: sealed, isSealed: true };
  const plain = await find(savedAs.get(id) ?? '');
  return plain?.size === size ? { bytes: plain, isSealed: false } : undefined;
}

/** The files that entries refer to and the service does not have completely. */
async function wantedFiles(
  owner: Owner,
  origin: FileOrigin,
  { entryIds, staging }: ExportedFilesOptions,
): Promise<{ wanted: WantedFile[]; leftOut: SkippedFile[] }> {
  const stored: Map<string, StoredFile> = await readFiles(owner.api);
  const wanted: WantedFile[] = [];
  const leftOut: SkippedFile[] = [];
  for (const { id: entryId, content } of await openEntries(owner)) {
    if (!content || (entryIds && !entryIds.has(entryId))) continue;
    const { title, files = [] } = content;
    for (const file of files) {
      const there = stored.get(file.id);
      const isOwn = there?.entryId === entryId;
      if (isOwn && there.state === 'stored') continue;
      const found = isOwn && there.state === 'trashed' ? null : await findIn(origin, staging, file);
      if (found === undefined) leftOut.push({ entryId, title, name: file.name, why: 'missing' });
      else wanted.push({ entryId, title, file, found });
    }
  }
  return { wanted, leftOut };
}

/** The work that a file takes, in bytes: encrypting it again takes as long as sending it. */
const workOf = ({ file, found }: WantedFile): number =>
  encryptedSize(file.size) * (found?.isSealed === false ? 2 : 1);

/**
 * Sends one file. A ciphertext is sent as it is, because the entry's signature covers its hash. A file that was saved
 * readable is encrypted under a key of its own, and the entry names it in place of the former one.
 */
async function uploadExportedFile(
  owner: Owner,
  { entryId, file, found }: WantedFile,
  { staging, resealed, signal }: ExportedFilesOptions,
  report: (done: number) => void,
): Promise<void> {
  const progressFrom = (before: number) => ({
    progress: ({ done }: TransferState) => report(before + done),
    signal,
  });
  if (found?.isSealed !== false) {
    const asItIs = { ...staging, find: async () => found?.bytes ?? null };
    await uploadFile(owner.api, { entryId, file, staging: asItIs }, progressFrom(0));
    return;
  }
  const { name, type } = file;
  const sealed = await prepareFile(staging, { name, type, bytes: found.bytes }, progressFrom(0));
  // At once, because the response may get lost.
  resealed?.add(entryId);
  try {
    await replaceFile(owner, { id: entryId, fileId: file.id, file: sealed });
    await uploadFile(owner.api, { entryId, file: sealed, staging }, progressFrom(encryptedSize(file.size)));
  } catch (error) {
    if (isFileRefusal(error)) await staging.drop(sealed.id);
    throw error;
  }
}

/** Whether only this file was refused, and others may be accepted. */
export const isFileRefusal = (error: unknown): error is Problem & { code: (typeof REFUSALS)[number] } =>
  error instanceof Problem && REFUSALS.some((code) => code === error.code);

/**
 * Sends the files that entries name and the service does not have. A refused file, for example for lack of room,
 * doesn't stop the others. After a failure, call it again: it continues where it stopped.
 *
 * @throws Problem such as `unreachable`
 */
export async function uploadExportedFiles(
  owner: Owner,
  origin: FileOrigin,
  options: ExportedFilesOptions,
): Promise<ExportedFilesResult> {
  const { progress } = options;
  const { wanted, leftOut } = await wantedFiles(owner, origin, options);
  const total = wanted.reduce((sum, each) => sum + workOf(each), 0);
  let [sent, before, name] = [0, 0, ''];
  const reached = measured(total, { progress: (state) => progress?.({ ...state, name }) });
  for (const each of wanted) {
    ({ name } = each.file);
    const report = (done: number) => reached(before + done);
    try {
      await uploadExportedFile(owner, each, options, report);
      sent += 1;
    } catch (error) {
      if (!isFileRefusal(error)) throw error;
      leftOut.push({ entryId: each.entryId, title: each.title, name, why: error.code });
    }
    before += workOf(each);
  }
  return { sent, leftOut };
}
