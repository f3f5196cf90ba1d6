/** What was removed or changed, for 30 days. */
import { isUnderFormerKey, resealEntry } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { freshVault } from '../fresh.ts';
import { presentEntry, settleEntry, unlessRefused } from '../present.ts';
import { type Opened, openStored } from '../stored.ts';

type TrashedEntry = components['schemas']['TrashedEntry'];

export interface Trashed extends Opened {
  trashId: string;
  /** Of the entry. */
  id: string;
  reason: TrashedEntry['reason'];
  deletedAt: string;
  /** When it will be gone for good. */
  restorableUntil: string;
}

async function* rows(): AsyncGenerator<TrashedEntry, void> {
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } =
      cursor === null ? { limit: 200 } : { limit: 200, cursor };
    const page: { entries: TrashedEntry[]; nextCursor: string | null } = await answered(
      api.GET('/vault/trash', { params: { query } }),
    );
    yield* page.entries;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Newest first. Files come without their data. */
export async function openTrash(): Promise<Trashed[]> {
  const all: Trashed[] = [];
  for await (const row of rows()) {
    const { trashId, id, reason, deletedAt, restorableUntil } = row;
    const { content, refused } = await openStored(row);
    if (content?.kind === 'file') content.fields = { name: content.fields.name ?? '' };
    all.push({ trashId, id, reason, deletedAt, restorableUntil, content, refused });
  }
  return all;
}

async function rowOf(trashId: string): Promise<TrashedEntry> {
  for await (const row of rows()) if (row.trashId === trashId) return row;
  // Restored or deleted in another tab.
  throw new Problem({ code: 'not_found', status: 404 });
}

/** Restores a row, so that everybody who may open the entry can, even if the keys have changed since. */
export async function restoreTrashed({ trashId }: { trashId: string }): Promise<void> {
  const row = await rowOf(trashId);
  const { vault } = await freshVault();
  const { id, category, tags } = row;
  const params = { path: { id } };
  const replaced = (await isUnderFormerKey(vault, row)) ? await presentEntry(id) : null;
  // As an edit, with the salt that stays: the envelopes that are out hold the key that it gives.
  const sealed = replaced && (await resealEntry(vault, vault, row, replaced.salt).catch(unlessRefused));
  if (replaced && sealed) {
    const body = { ...sealed, category, tags, version: replaced.version };
    await answered(api.PUT('/vault/entries/{id}', { params, body }));
    return;
  }
  await answered(api.POST('/vault/entries/{id}/restore', { params, body: { trashId } }));
  await settleEntry(id);
}

/** @throws Problem `confirmation_required`, `recently_reset` */
export async function deleteTrashed({ id, trashId }: { id: string; trashId: string }): Promise<void> {
  const params = { path: { id }, query: { trashId } };
  await answered(api.DELETE('/vault/trash/{id}', { params }));
}
