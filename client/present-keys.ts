/**
 * Puts entries sealed with keys from before a rotation under the current keys: no successor could open them otherwise.
 */
import {
  isUnderFormerKey,
  openEntry,
  resealEntry,
  type SealedEntry,
  sealEntry,
  type Vault,
} from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { freshVault, type Owner, retryOnConflict } from './owner.ts';
import { findStored, type StoredEntry, unlessRefused } from './stored-entries.ts';

/**
 * Seals an entry again if its key is from before a rotation, as when it was in the trash during it. One that no key
 * opens is left alone.
 *
 * @returns the entry as it is then stored, or null if no key opens it
 * @throws Problem `version_conflict` if it was changed since it was read
 */
export async function underPresentKey(
  api: Api,
  vault: Vault,
  stored: StoredEntry,
): Promise<StoredEntry | null> {
  if (!(await isUnderFormerKey(vault, stored))) return stored;
  const sealed = await resealEntry(vault, vault, stored).catch(unlessRefused);
  return sealed && replaceStored(api, stored, sealed);
}

/**
 * Puts an entry that was just stored under the current keys, even if they change at the same time. Null if it is gone.
 *
 * @param text the owner's own. Only this is signed again: its signing key may have been replaced in between, and a
 *   thief may have it
 */
export const settleEntry = (
  owner: Owner,
  { id, text }: { id: string; text: string },
): Promise<StoredEntry | null> =>
  retryOnConflict(owner, async () => {
    // The entry first: if the keys change after it was read, its version no longer fits.
    const stored = await findStored(owner.api, id);
    if (!stored) return null;
    const { vault } = await freshVault(owner);
    if (!(await isUnderFormerKey(vault, stored))) return stored;
    const opened = await openEntry(vault, stored, { old: true }).catch(unlessRefused);
    if (opened?.text !== text) return (await underPresentKey(owner.api, vault, stored)) ?? stored;
    const { version: after, date } = opened;
    return replaceStored(owner.api, stored, await sealEntry(vault, { id, text, after, date }));
  });

async function replaceStored(api: Api, stored: StoredEntry, sealed: SealedEntry): Promise<StoredEntry> {
  const { id, version, category, tags } = stored;
  const body = { ...sealed, category, tags, version };
  return (await answered(api.PUT('/vault/entries/{id}', { params: { path: { id } }, body }))).entry;
}
