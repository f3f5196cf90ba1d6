/** The entries of the open vault. */
import {
  areLeft,
  type Content,
  type CryptoErrorCode,
  decide,
  readSuccessorKeys,
  sealEntry,
  type Vault,
  writeContent,
} from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { contentWithoutData } from './inner-file.ts';
import { requireNewest } from './lists.ts';
import { noteAdded, noteEntry, noteRemoved, noteSealed, noteWhole } from './notes.ts';
import { changeBundle, freshVault, type Owner, type Progress } from './owner.ts';
import { settleEntry } from './present-keys.ts';
import { isProblem, Problem } from './problem.ts';
import { readLeft, readSuccessors } from './recipients.ts';
import {
  changedAt,
  openStored,
  readStored,
  replacing,
  type StoredEntry,
  storedPages,
  WITHOUT_LABELS,
} from './stored-entries.ts';

/** An entry as its owner reads it. Without content, `refused` says why. */
export interface OpenedEntry {
  id: string;
  version: number;
  /** The version that the owner signed. Null if it does not open. */
  signedVersion: number | null;
  createdAt: string;
  /** When its content was last changed. */
  updatedAt: string;
  /** In a list, files come without their data. */
  content: Content | null;
  refused: CryptoErrorCode | null;
  /** The size of a file. */
  bytes: number | null;
}

/** The size of the file in the entry, which is Base64 with padding, and of the files beside it. */
function bytesOf(content: Content | null): number | null {
  if (content?.kind !== 'file') return null;
  const { data = '' } = content.fields;
  const inside = (data.length / 4) * 3 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  return (content.files ?? []).reduce((sum, { size }) => sum + size, inside);
}

async function open(owner: Owner, stored: StoredEntry): Promise<OpenedEntry> {
  const { id, version, createdAt } = stored;
  const opened = await openStored(owner, stored);
  const { content, refused, signed } = opened;
  noteEntry(owner, id, signed);
  return {
    id,
    version,
    signedVersion: signed?.version ?? null,
    createdAt,
    updatedAt: changedAt(stored, opened),
    content,
    refused,
    bytes: bytesOf(content),
  };
}

/** An entry as a list shows it. A vault may hold many megabytes of files, and the list needs none of them. */
export const withoutData = (entry: OpenedEntry): OpenedEntry =>
  entry.content ? { ...entry, content: contentWithoutData(entry.content) } : entry;

/** Everything in the vault, opened, oldest first. The total is not known before the last page. */
export async function openEntries(owner: Owner, progress?: Progress): Promise<OpenedEntry[]> {
  const { keyBundleVersion } = owner.unlocked();
  const entries: OpenedEntry[] = [];
  for await (const page of storedPages(owner.api)) {
    entries.push(...(await Promise.all(page.map((stored) => open(owner, stored)))).map(withoutData));
    progress?.(entries.length, 0);
  }
  noteWhole(owner, new Set(entries.map(({ id }) => id)));
  if (entries.every(({ refused }) => refused === null)) return entries;
  // Perhaps another device has changed the keys.
  const isSame = (await freshVault(owner)).keyBundleVersion === keyBundleVersion;
  return isSame ? entries : openEntries(owner, progress);
}

/** One entry as it is stored now, with all of its content. */
export async function readEntry(owner: Owner, { id }: { id: string }): Promise<OpenedEntry> {
  const stored = await readStored(owner.api, id);
  const entry = await open(owner, stored);
  if (entry.refused === null) return entry;
  // Perhaps another device has changed the keys.
  const { keyBundleVersion } = owner.unlocked();
  return (await freshVault(owner)).keyBundleVersion === keyBundleVersion ? entry : open(owner, stored);
}

interface EntryToAdd {
  id: string;
  content: Omit<Content, 'version'>;
}

/** The entry that an earlier try stored. Files that were added to it since are kept. */
async function storedAlready(
  owner: Owner,
  { id, content }: EntryToAdd,
  error: unknown,
): Promise<{ stored: StoredEntry; change: EntryChange; isSame: boolean }> {
  if (!isProblem(error, 'already_exists')) throw error;
  const stored = await readStored(owner.api, id);
  const { content: before, signed } = await openStored(owner, stored);
  if (!before) throw error;
  const wanted = before.files ? { ...content, files: before.files } : content;
  const { version } = stored;
  return {
    stored,
    change: { id, version, signedVersion: signed?.version ?? null, content: wanted },
    isSame: writeContent(before) === writeContent(wanted),
  };
}

/**
 * Adds an entry.
 *
 * @param entry.id a new UUID. The caller chooses it, so that adding the entry again after a lost response adds nothing
 *   twice, even if the owner has corrected the text since
 * @throws Problem `already_exists` if the ID belongs to something that doesn't open
 */
export async function addEntry(owner: Owner, { id, content }: EntryToAdd): Promise<OpenedEntry> {
  let text = writeContent(content);
  const { vault, keyBundleVersion } = await freshVault(owner);
  const sealed = await sealEntry(vault, { id, text });
  let stored: StoredEntry;
  /** Whether an earlier try stored the entry, so that the keys may have changed since. */
  let isOld = false;
  try {
    const body = { ...sealed, ...WITHOUT_LABELS };
    ({ entry: stored } = await answered(owner.api.POST('/vault/entries', { body })));
  } catch (error) {
    // Sealing the same text again gives other bytes, so the service refuses them.
    const earlier = await storedAlready(owner, { id, content }, error);
    if (!earlier.isSame) {
      noteAdded(owner, id);
      return changeEntry(owner, earlier.change);
    }
    ({ stored } = earlier);
    text = writeContent(earlier.change.content);
    isOld = true;
  }
  // The service can't tell that the keys have changed since, because a new entry conflicts with nothing.
  const present = await freshVault(owner);
  if (isOld || present.keyBundleVersion !== keyBundleVersion)
    stored = (await settleEntry(owner, { id, text })) ?? stored;
  noteAdded(owner, id);
  if (!isOld) await noteSealed(owner, vault, sealed);
  return withoutData(await open(owner, stored));
}

const conflict = () => new Problem({ code: 'version_conflict', status: 409 });

/** The versions are those of the entry that the new content is based on. */
type EntryChange = Pick<OpenedEntry, 'id' | 'version' | 'signedVersion'> & {
  content: Omit<Content, 'version'>;
};

/**
 * Replaces an entry's content.
 *
 * @throws Problem `version_conflict` if it was changed since
 * @throws CryptoError `entry_rolled_back` if the service had, or has now, an older text than this client knows of
 */
export async function changeEntry(
  owner: Owner,
  { id, content, version, signedVersion }: EntryChange,
): Promise<OpenedEntry> {
  const params = { path: { id } };
  const stored = await readStored(owner.api, id);
  if (stored.version !== version) throw conflict();
  // Read after the entry: a rotation in between raises the entry's version, so that this is refused.
  const { vault } = await freshVault(owner);
  const replaced = await replacing(vault, stored);
  try {
    for (const signed of [signedVersion, replaced.after]) if (signed) await requireNewest(owner, id, signed);
  } catch (error) {
    // Another task or device may have changed it just now.
    if ((await readStored(owner.api, id)).version !== version) throw conflict();
    throw error;
  }
  const sealed = await sealEntry(vault, { id, text: writeContent(content), ...replaced });
  const body = { ...sealed, ...WITHOUT_LABELS, version };
  const { entry } = await answered(owner.api.PUT('/vault/entries/{id}', { params, body }));
  await noteSealed(owner, vault, sealed);
  return withoutData(await open(owner, entry));
}

/** The IDs that the service lists for each successor. */
async function readLists(api: Api): Promise<[id: string, entryIds: string[]][]> {
  const lists = (await readSuccessors(api)).map(
    async ({ id }): Promise<[string, string[]]> => [id, (await readLeft(api, id)).entryIds],
  );
  return Promise.all(lists);
}

/**
 * The lists that some of these entries are in, without them, as the owner decided them. Lists that the service made up
 * are left alone.
 */
async function decidedWithout(
  api: Api,
  vault: Vault,
  ids: ReadonlySet<string>,
): Promise<{ id: string; entryIds: string[] }[]> {
  const { pins } = await readSuccessorKeys(vault);
  const changed: { id: string; entryIds: string[] }[] = [];
  for (const [id, entryIds] of await readLists(api)) {
    const pin = Object.hasOwn(pins, id) ? pins[id] : undefined;
    const kept = entryIds.filter((each) => !ids.has(each));
    if (kept.length === entryIds.length || !pin?.restricted || !(await areLeft(pin, entryIds))) continue;
    changed.push({ id, entryIds: kept });
  }
  return changed;
}

const AT_ONCE = 4;

/**
 * Moves entries to the trash. The service takes them out of every list, so the owner's own record of the lists changes
 * first: if the owner doesn't confirm that, nothing has happened. An entry that is already gone is no error. After a
 * failure, some entries may be in the trash already.
 *
 * @throws Problem `confirmation_required` for an entry that a successor would get
 */
export async function removeEntries(
  owner: Owner,
  ids: readonly string[],
  progress: Progress = () => {},
): Promise<void> {
  await changeBundle(owner, async (vault) => {
    const successors = await decidedWithout(owner.api, vault, new Set(ids));
    return successors.length > 0 ? decide(vault, { successors }) : vault;
  });
  for (let done = 0; done < ids.length; done += AT_ONCE) {
    progress(done, ids.length);
    await Promise.all(ids.slice(done, done + AT_ONCE).map((id) => discard(owner, id)));
  }
}

/** As `removeEntries`. */
export const removeEntry = (owner: Owner, { id }: { id: string }): Promise<void> =>
  removeEntries(owner, [id]);

async function discard(owner: Owner, id: string): Promise<void> {
  try {
    await answered(owner.api.DELETE('/vault/entries/{id}', { params: { path: { id } } }));
  } catch (error) {
    // Another tab was quicker, or the response to an earlier try got lost.
    if (!isProblem(error, 'not_found')) throw error;
  }
  noteRemoved(owner, id);
}
