/** Entries that were removed, and earlier versions of those that were changed, for 30 days. */
import { openEntry, sealEntry } from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { restoreFiles } from './files.ts';
import { noteEntry, noteOverridden, noteSealed, noteStored } from './notes.ts';
import { freshVault, type Owner } from './owner.ts';
import { settleEntry } from './present-keys.ts';
import { Problem } from './problem.ts';
import { findStored, type OpenedContent, openStored, replacing, unlessRefused } from './stored-entries.ts';

type StoredTrash = components['schemas']['TrashedEntry'];

export interface TrashedEntry extends Omit<OpenedContent, 'signed'> {
  trashId: string;
  /** The entry's ID. */
  id: string;
  reason: StoredTrash['reason'];
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
    const { content, refused } = await openStored(owner, row, { old: true });
    if (content?.kind === 'file') content.fields = { name: content.fields.name ?? '' };
    all.push({ trashId, id, reason, deletedAt, restorableUntil, content, refused });
  }
  return all;
}

async function rowOf(api: Api, trashId: string): Promise<StoredTrash> {
  for await (const row of rows(api)) if (row.trashId === trashId) return row;
  // Restored or deleted in another tab.
  throw new Problem({ code: 'not_found', status: 404 });
}

/**
 * Restores something from the trash, so that everyone who may open the entry can, even if the keys have changed since.
 * The content that it replaces goes to the trash.
 *
 * @throws Problem `not_found`
 */
export async function restoreTrashed(owner: Owner, { trashId }: { trashId: string }): Promise<void> {
  const { api } = owner;
  const row = await rowOf(api, trashId);
  const { vault } = await freshVault(owner);
  const { id, category, tags } = row;
  const params = { path: { id } };
  const opened = await openEntry(vault, row, { old: true }).catch(unlessRefused);
  const replaced = opened && (await findStored(api, id));
  if (replaced) {
    // Sealed as an edit, because its older version would look like a rollback by the service.
    const { salt, after } = await replacing(vault, replaced);
    const entry = { id, text: opened.text, salt, after: Math.max(after, opened.version) };
    const sealed = await sealEntry(vault, entry);
    const body = { ...sealed, category, tags, version: replaced.version };
    const { entry: stored } = await answered(api.PUT('/vault/entries/{id}', { params, body }));
    await noteSealed(owner, vault, sealed);
    const { content } = await openStored(owner, stored);
    if (content) await restoreFiles(api, content);
    return;
  }
  // First: once the entry is back, the trash no longer has this row, and nobody could try again.
  const { content, signed } = await openStored(owner, row, { old: true });
  if (content) await restoreFiles(api, content);
  await answered(api.POST('/vault/entries/{id}/restore', { params, body: { trashId } }));
  const settled = opened && (await settleEntry(owner, { id, text: opened.text }));
  noteOverridden(owner, id);
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
