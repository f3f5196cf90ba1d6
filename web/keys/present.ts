/** What was sealed with keys from before a rotation, and must not stay so: no successor could open it. */
import { CryptoError, isUnderFormerKey, resealEntry, type Vault } from '../../crypto/index.ts';
import { answered, api } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { freshVault } from './fresh.ts';
import { readStored, type StoredEntry } from './stored.ts';

/** How often something is tried again after somebody else's change. */
const TRIES = 3;

/** The entry as the vault has it now; null if it is gone. */
export async function presentEntry(id: string): Promise<StoredEntry | null> {
  try {
    return await readStored(id);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}

/** For what no key opens, which is left alone. */
export function unlessRefused(error: unknown): null {
  if (error instanceof CryptoError && error.code !== 'locked') return null;
  throw error;
}

/**
 * Seals an entry anew if its key is from before a rotation, as when it was in the trash meanwhile. Otherwise no successor
 * could open it. One that no key opens is left alone.
 *
 * @returns the entry as it is then stored
 * @throws Problem `version_conflict` if it was changed meanwhile
 */
export async function underPresentKey(vault: Vault, stored: StoredEntry): Promise<StoredEntry> {
  if (!(await isUnderFormerKey(vault, stored))) return stored;
  const sealed = await resealEntry(vault, vault, stored).catch(unlessRefused);
  if (!sealed) return stored;
  const { id, version, category, tags } = stored;
  const body = { ...sealed, category, tags, version };
  return (await answered(api.PUT('/vault/entries/{id}', { params: { path: { id } }, body }))).entry;
}

/** Puts an entry of the vault under the present keys, also if they change meanwhile. Null if it is gone. */
export async function settleEntry(id: string): Promise<StoredEntry | null> {
  for (let tries = 1; ; tries += 1) {
    const stored = await presentEntry(id);
    if (!stored) return null;
    try {
      return await underPresentKey((await freshVault()).vault, stored);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'version_conflict' || tries === TRIES) throw error;
    }
  }
}
