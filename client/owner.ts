/** An owner whose vault is open: the first argument of every step. */
import { CryptoError, type KeyBundle, lock, reopen, type Vault } from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { isProblem } from './problem.ts';
import { rememberBundle, type SeenBundles } from './seen-bundles.ts';

/** An open vault with the version of its key bundle. */
export interface UnlockedVault {
  vault: Vault;
  keyBundleVersion: number;
}

/** Reports the progress of a step. `total` is 0 while it is unknown. */
export type Progress = (done: number, total: number) => void;

/** An owner who is logged in, with an open vault. `openOwner` makes one; a client with several tabs makes its own. */
export interface Owner {
  readonly api: Api;
  /**
   * The vault as this client last knew it.
   *
   * @throws CryptoError `locked`
   */
  unlocked(): UnlockedVault;
  /** Keeps a later state of the same vault, and waits until this device remembers it. */
  update(next: UnlockedVault): void | Promise<void>;
  /** Drops the keys. */
  lock(): void;
  /** The memory of this device. */
  readonly seen?: SeenBundles | undefined;
  /** Called before a step is repeated because another device has changed the vault or its keys. */
  onConflict?(): void;
  /** Called when the lists of the successors may be out of date: `renewListsAfter` brings them up to date. */
  onOutdated?(): void;
}

/**
 * Holds an open vault, as `openVault` returns it.
 *
 * @param api with the owner's session
 * @param device.seen the memory of this device, which is updated with each later state
 */
export function openOwner(
  api: Api,
  opened: UnlockedVault,
  device: Pick<Owner, 'onConflict' | 'onOutdated' | 'seen'> = {},
): Owner {
  const { seen } = device;
  let held: UnlockedVault | null = opened;
  return {
    ...device,
    api,
    unlocked() {
      if (!held) throw new CryptoError('locked');
      return held;
    },
    async update(next) {
      if (!held || next.keyBundleVersion <= held.keyBundleVersion) return;
      held = next;
      // Failures are ignored: a device without this memory notices less, and nothing else is wrong.
      if (seen) await rememberBundle(seen, next.vault).catch(() => {});
    },
    lock() {
      if (held) lock(held.vault);
      held = null;
    },
  };
}

/**
 * The open vault with its keys as they are stored at this moment. Another device may have changed the keys since the
 * vault was opened: an entry sealed with the old ones could not be opened by successors who should read it, but could
 * be by one who lost access.
 *
 * @throws CryptoError `locked` if the password was changed too, so that it has to be typed again, or if the service has
 *   lost the keys of the open vault, as after a restored backup
 */
export async function freshVault(owner: Owner): Promise<UnlockedVault> {
  const before = owner.unlocked();
  // Read before asking the service, which then has at least this bundle.
  const seen = (await owner.seen?.highest(before.vault.userId).catch(() => 0)) ?? 0;
  const isBehind = ({ vault }: UnlockedVault) => vault.keyBundle.counter < seen;
  const { user } = await answered(owner.api.GET('/auth/profile'));
  // Another owner has logged in since, in another tab.
  if (user.id !== before.vault.userId) throw new CryptoError('locked');
  const { keyBundleVersion } = user;
  if (keyBundleVersion < before.keyBundleVersion) {
    // An older bundle could bring back a key that was taken away. And with the current keys, which the service has
    // lost, nobody could open the entries sealed from now on.
    owner.lock();
    throw new CryptoError('locked');
  }
  if (keyBundleVersion === before.keyBundleVersion && !isBehind(before)) return before;
  try {
    await owner.update({ vault: await reopen(before.vault, user.keyBundle, seen), keyBundleVersion });
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    // Another tab may have just changed the password, and brought the keys.
    const present = owner.unlocked();
    if (present.keyBundleVersion < keyBundleVersion || isBehind(present)) owner.lock();
  }
  return owner.unlocked();
}

/** A key bundle as the API takes it: the service cannot read it. */
export const asBundle = (keyBundle: KeyBundle): Record<string, unknown> => ({ ...keyBundle });

/**
 * Stores the key bundle of a changed vault.
 *
 * @param version of the bundle that it is based on
 * @returns the vault with its new version
 * @throws Problem `version_conflict` if that has been replaced since, `confirmation_required`
 */
export async function storeBundle(api: Api, vault: Vault, version: number): Promise<UnlockedVault> {
  const body = { keyBundle: asBundle(vault.keyBundle), keyBundleVersion: version };
  const { user } = await answered(api.PUT('/auth/profile', { body }));
  return { vault, keyBundleVersion: user.keyBundleVersion };
}

/** How often a step is tried when other devices change the same things. */
const TRIES = 3;

/** Repeats a step if another device has changed the keys or the vault. The step must read everything again each time. */
export async function retryOnConflict<T>(owner: Owner, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isProblem(error, 'version_conflict') || tries === TRIES) throw error;
      owner.onConflict?.();
    }
  }
}

/**
 * Changes the key bundle as it is stored now, and stores it.
 *
 * @param change returns the vault it was given if there is nothing to change
 * @returns the changed vault
 * @throws Problem `confirmation_required`
 */
export const changeBundle = (owner: Owner, change: (vault: Vault) => Promise<Vault>): Promise<Vault> =>
  retryOnConflict(owner, async () => {
    const { vault, keyBundleVersion } = await freshVault(owner);
    const changed = await change(vault);
    if (changed !== vault) await owner.update(await storeBundle(owner.api, changed, keyBundleVersion));
    return changed;
  });
