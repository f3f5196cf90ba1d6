/** Opening a vault that the password alone does not open: see `VaultState`. */
import {
  CryptoError,
  startOver as freshKeys,
  type LogIn,
  unlock,
  unlockWithRecoveryCode,
  type Vault,
} from '../crypto/index.ts';
import type { Api } from './api.ts';
import { archivedBundles, olderVault } from './archive.ts';
import { readOwn } from './log-in.ts';
import { storeBundle, type UnlockedVault } from './owner.ts';
import { isProblem } from './problem.ts';
import { highestSeen, type SeenBundles, seenInMemory } from './seen-bundles.ts';

/**
 * Opens the vault with the recovery code after a reset, and stores its keys under the new password.
 *
 * @param typed.older puts an older copy back although a newer one has another code, or this device has seen newer keys: ask
 *   the owner first
 * @param memory of this device, which makes it refuse older keys
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `bundle_rolled_back`, `nothing_to_recover`, `format_unknown`
 */
export async function recover(
  api: Api,
  logIn: LogIn,
  typed: { recoveryCode: string; older?: boolean },
  memory: SeenBundles = seenInMemory(),
): Promise<UnlockedVault> {
  const user = await readOwn(api, logIn);
  const archived = await archivedBundles(api);
  const { older = false } = typed;
  const seen = await highestSeen(memory, user, archived);
  const vault = await unlockWithRecoveryCode(logIn, user, archived, typed.recoveryCode, { older, seen });
  return storeBundle(api, vault, user.keyBundleVersion);
}

/**
 * Puts back the newest older copy of the keys that the password opens. Entries and successors that are newer may not
 * open.
 *
 * @param memory of this device, which makes it refuse older keys
 * @throws CryptoError `nothing_to_recover`
 */
export async function putOlderKeysBack(
  api: Api,
  logIn: LogIn,
  memory: SeenBundles = seenInMemory(),
): Promise<UnlockedVault> {
  const user = await readOwn(api, logIn);
  // A thief may have stored old keys twice, so that a copy of them is newer in the archive than the owner's last.
  const vault = await olderVault(api, logIn, user, memory);
  if (!vault) throw new CryptoError('nothing_to_recover');
  return storeBundle(api, vault, user.keyBundleVersion);
}

/** New keys for an empty vault, not stored yet. */
export interface NewKeys {
  vault: Vault;
  /** The version of the key bundle that they replace. */
  version: number;
  /** Show it once, and let the owner prove that they kept it. */
  recoveryCode: string;
}

/** Makes keys for an empty vault. Nothing is stored yet. */
export async function startOver(api: Api, logIn: LogIn): Promise<NewKeys> {
  const user = await readOwn(api, logIn);
  return { ...(await freshKeys(logIn, user)), version: user.keyBundleVersion };
}

/** Stores new keys. Trying again is safe. The former keys stay in the archive. */
export async function storeNewKeys(
  api: Api,
  logIn: LogIn,
  { vault, version }: NewKeys,
): Promise<UnlockedVault> {
  const present = await readOwn(api, logIn);
  if (present.id !== vault.userId) throw new CryptoError('locked');
  try {
    return await storeBundle(api, vault, version);
  } catch (error) {
    if (!isProblem(error, 'version_conflict')) throw error;
    // Perhaps an earlier try was carried out, and only its response got lost.
    const user = await readOwn(api, logIn);
    const stored = await unlock(logIn, user).catch(() => null);
    if (stored?.ownerKey !== vault.ownerKey) throw error;
    return { vault: stored, keyBundleVersion: user.keyBundleVersion };
  }
}
