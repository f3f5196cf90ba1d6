/** Entries that were removed, and earlier versions of those that were changed, for 30 days. */
import { openEntry, sealEntry } from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { restoreFiles } from './files.ts';
import { noteAdded, noteEntry, noteSealed, noteStored } from './notes.ts';
import { freshVault, type Owner } from './owner.ts';
import { settleEntry } from './present-keys.ts';
import { Problem } from './problem.ts';
import {
  changedAt,
  findStored,
  type OpenedContent,
  openStored,
  replacing,
  unlessRefused,
} from './stored-entries.ts';

type StoredTrash = components['schemas']['TrashedEntry'];

export interface TrashedEntry extends Omit<OpenedContent, 'signed'> {
  trashId: string;
  /** Of the text and all else that the owner signed. Null if it does not open. */
  hash: string | null;
  /** The entry's ID. */
  id: string;
  reason: StoredTrash['reason'];
  /** When its content was last changed. */
  updatedAt: string;
  deletedAt: string;
  /** When it will be gone for good. */
  restorableUntil: string;
}

async function* rows(api: Api): AsyncGenerator<StoredTrash, void> {
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } =
      cursor === null ? { limit: 200 } : { limit: 200, cursor };
    const page: { entries: StoredTrash[]; nextCursor: string | null } = await answered(
      api.GET('/vault/trash', { params: { query } }),
    );
    yield* page.entries;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Everything in the trash, newest first. Files come without their data. */
export async function openTrash(owner: Owner): Promise<TrashedEntry[]> {
  const all: TrashedEntry[] = [];
  for await (const row of rows(owner.api)) {
    const { trashId, id, reason, deletedAt, restorableUntil } = row;
    const opened = await openStored(owner, row, { old: true });
    const { content, refused, signed } = opened;
    if (content?.kind === 'file') content.fields = { name: content.fields.name ?? '' };
    all.push({
      ...{ trashId, id, reason, deletedAt, restorableUntil, content, refused },
      updatedAt: changedAt(row, opened),
      hash: signed?.hash ?? null,
    });
  }
  return all;
}

async function rowOf(api: Api, trashId: string): Promise<StoredTrash> {
  for await (const row of rows(api)) if (row.trashId === trashId) return row;
  throw gone();
}

/** Restored or deleted in another tab, or replaced by the service. */
const gone = () =>
  new Problem({
    code: 'not_found',
    status: 404,
    detail: 'This is no longer in the trash, or the service has something else in its place.',
  });

/**
 * Restores something from the trash, so that everyone who may open the entry can, even if the keys have changed since.
 * The content that it replaces goes to the trash.
 *
 * @param chosen as the owner was shown it
 * @throws Problem `not_found`, also if the service now has something else in its place
 */
export async function restoreTrashed(
  owner: Owner,
  chosen: Pick<TrashedEntry, 'trashId' | 'id' | 'hash'>,
): Promise<void> {
  const { api } = owner;
  const { trashId, id } = chosen;
  const row = await rowOf(api, trashId);
  const { vault } = await freshVault(owner);
  const { content, signed } = await openStored(owner, row, { old: true });
  if (row.id !== id || (signed?.hash ?? null) !== chosen.hash) throw gone();
  const { category, tags } = row;
  const params = { path: { id } };
  const opened = await openEntry(vault, row, { old: true }).catch(unlessRefused);
  const replaced = opened && (await findStored(api, id));
  if (replaced) {
    // Sealed as an edit, because its older version would look like a rollback by the service.
    const { salt, after } = await replacing(vault, replaced);
    const entry = { id, text: opened.text, salt, after: Math.max(after, opened.version) };
    const sealed = await sealEntry(vault, entry);
    const body = { ...sealed, category, tags, version: replaced.version };
    await answered(api.PUT('/vault/entries/{id}', { params, body }));
    await noteSealed(owner, vault, sealed);
    if (content) await restoreFiles(api, content);
    return;
  }
  // First: once the entry is back, the trash no longer has this row, and nobody could try again.
  if (content) await restoreFiles(api, content);
  await answered(api.POST('/vault/entries/{id}/restore', { params, body: { trashId } }));
  const settled = opened && (await settleEntry(owner, { id, text: opened.text }));
  noteAdded(owner, id);
  if (!settled) return;
  // The service may return an older text than the one that it was to restore.
  noteEntry(owner, id, signed);
  noteStored(owner, id, (await openStored(owner, settled)).signed);
}

/** Deletes something from the trash for good. @throws Problem `confirmation_required`, `recently_reset` */
export async function deleteTrashed(
  owner: Owner,
  { id, trashId }: { id: string; trashId: string },
): Promise<void> {
  const params = { path: { id }, query: { trashId } };
  await answered(owner.api.DELETE('/vault/trash/{id}', { params }));
}
