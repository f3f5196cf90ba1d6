/** The files of entries. upload.ts sends them, download.ts reads them. */
import { type AttachedFile, type Content, CryptoError, MOST_FILES } from '../crypto/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { changeEntry, type OpenedEntry, readEntry } from './entries.ts';
import { requireNewest } from './lists.ts';
import { type Owner, retryOnConflict } from './owner.ts';
import { changedNothing, clientProblem, isProblem } from './problem.ts';
import { announceFile } from './upload.ts';

/** A file as the service has it. `uploading`: not all of it. */
export type StoredFile =
  paths['/files']['get']['responses'][200]['content']['application/json']['files'][number];

/** The files that the service has, those in the trash and unfinished ones too, by ID. */
export async function readFiles(api: Api, entryId?: string): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  let cursor: string | null = null;
  do {
    const query: { limit: number; entryId?: string; cursor?: string } = { limit: 200 };
    if (entryId !== undefined) query.entryId = entryId;
    if (cursor !== null) query.cursor = cursor;
    const page: { files: StoredFile[]; nextCursor: string | null } = await answered(
      api.GET('/files', { params: { query } }),
    );
    for (const file of page.files) files.set(file.id, file);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return files;
}

/** Changes which files an entry names, based on the entry as it is now. */
const changeFiles = (
  owner: Owner,
  id: string,
  change: (files: readonly AttachedFile[]) => AttachedFile[],
): Promise<OpenedEntry> =>
  retryOnConflict(owner, async () => {
    const entry = await readEntry(owner, { id });
    const { content, version, signedVersion } = entry;
    if (!content) throw clientProblem('unexpected');
    const before = content.files ?? [];
    const files = change(before);
    if (files.length > MOST_FILES) throw clientProblem('too_many_files');
    const isSame = files.length === before.length && files.every((each, i) => each === before[i]);
    if (isSame) return entry;
    return changeEntry(owner, { id, version, signedVersion, content: withFiles(content, files) });
  });

const withFiles = ({ files: _, ...content }: Content, files: AttachedFile[]): Content =>
  files.length === 0 ? content : { ...content, files };

/**
 * Adds files to an entry. Their room is reserved first, so that a refusal changes nothing, and no room stays reserved.
 * Afterwards `uploadFile` sends them: the entry has what opens them before the first byte is sent.
 *
 * @param id of the entry, which must be stored
 * @throws Problem `plan_limit`, `payload_too_large`, `files_disabled`, `too_many_files`
 */
export async function attachFiles(
  owner: Owner,
  { id, files }: { id: string; files: readonly AttachedFile[] },
): Promise<OpenedEntry> {
  const announced: string[] = [];
  const added = new Set(files.map((each) => each.id));
  try {
    for (const file of files) if ((await announceFile(owner.api, id, file)).isNew) announced.push(file.id);
    return await changeFiles(owner, id, (before) => [
      ...before.filter((each) => !added.has(each.id)),
      ...files,
    ]);
  } catch (error) {
    if (addedNothing(error)) for (const fileId of announced) await endUpload(owner.api, fileId);
    throw error;
  }
}

/** Whether `attachFiles` failed and the entry certainly has none of the files. Without a response, it may have them. */
export const addedNothing = (error: unknown): boolean =>
  changedNothing(error) ||
  isProblem(error, 'too_many_files') ||
  (error instanceof CryptoError && ['entry_rolled_back', 'list_rolled_back'].includes(error.code));

/**
 * Checks that the entry can be changed, before a file of it is deleted.
 *
 * @throws CryptoError `entry_rolled_back`, `list_rolled_back`
 */
async function requireChangeable(owner: Owner, id: string): Promise<void> {
  const { content, signedVersion } = await readEntry(owner, { id });
  if (!content) throw clientProblem('unexpected');
  if (signedVersion) await requireNewest(owner, id, signedVersion);
}

/** Releases the room of an upload. If that fails, the service does it within days. */
async function endUpload(api: Api, fileId: string): Promise<void> {
  await api.DELETE('/files/{id}', { params: { path: { id: fileId } } }).catch(() => {});
}

/**
 * Replaces a file that the service never received completely. Room for the new one is reserved first.
 *
 * @throws Problem as `attachFiles`
 */
export async function replaceFile(
  owner: Owner,
  { id, fileId, file }: { id: string; fileId: string; file: AttachedFile },
): Promise<OpenedEntry> {
  await requireChangeable(owner, id);
  await answeredOrGone(owner.api.DELETE('/files/{id}', { params: { path: { id: fileId } } }));
  await announceFile(owner.api, id, file);
  return changeFiles(owner, id, (before) => before.map((each) => (each.id === fileId ? file : each)));
}

/**
 * Removes a file from an entry. The trash keeps the file and the entry's earlier text for 30 days. A file that the
 * service does not have is no error.
 *
 * @throws CryptoError `entry_rolled_back`, `list_rolled_back`. The file is then still there.
 */
export async function detachFile(
  owner: Owner,
  { id, fileId }: { id: string; fileId: string },
): Promise<OpenedEntry> {
  await requireChangeable(owner, id);
  await answeredOrGone(owner.api.DELETE('/files/{id}', { params: { path: { id: fileId } } }));
  return changeFiles(owner, id, (before) => before.filter((each) => each.id !== fileId));
}

/** Restores those files of a restored entry that had been removed on their own. */
export async function restoreFiles(api: Api, { files = [] }: Content): Promise<void> {
  for (const { id } of files)
    await answeredOrGone(api.POST('/files/{id}/restore', { params: { path: { id } } }));
}

async function answeredOrGone(call: Promise<{ error?: unknown; response: Response }>): Promise<void> {
  try {
    const { error, response } = await call;
    // There may be no body.
    await answered(Promise.resolve({ data: response.ok ? true : undefined, error, response }));
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error;
  }
}
