/** Changes that other devices may get in the way of. */
import type { Vault } from '../../crypto/index.ts';
import { Problem } from '../api/problem.ts';
import { storeBundle } from './bundle.ts';
import { freshVault } from './fresh.ts';
import { goOn } from './held.ts';

/** How often something is tried again after somebody else's change. */
const TRIES = 3;

const isConflict = (error: unknown): boolean => error instanceof Problem && error.code === 'version_conflict';

/**
 * Does something again if the keys or the vault were changed elsewhere meanwhile. The work must read everything anew each
 * time.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error;
    }
  }
}

/** Changes the key bundle as it is stored now, and stores it. @returns the changed vault */
export const changeBundle = (change: (vault: Vault) => Promise<Vault>): Promise<Vault> =>
  again(async () => {
    const { vault, keyBundleVersion } = await freshVault();
    const changed = await change(vault);
    if (changed !== vault) goOn(await storeBundle(changed, keyBundleVersion));
    return changed;
  });
