/**
 * The open vault of this worker, and of all tabs that use it: unlocking one unlocks all, and locking one locks all. The
 * keys are non-extractable, and never leave the worker.
 */
import type { UnlockedVault } from '../../client/owner.ts';
import { rememberBundle } from '../../client/seen-bundles.ts';
import { CryptoError, type LogIn, lock, type Vault } from '../../crypto/index.ts';
import { CHANNEL } from './channel.ts';
import { listeners } from './listeners.ts';
import { seen } from './seen.ts';
import type { Tab } from './tab.ts';

const channel = new BroadcastChannel(CHANNEL);
let unlocked: UnlockedVault | null = null;
/** The number of locks so far, here or in another worker. */
let locks = 0;
/** Earlier states of the open vault. Tasks under way may still use them, until the vault is locked. */
let replaced: WeakRef<Vault>[] = [];
/** Log-ins that haven't opened the vault yet. */
let typed = new WeakMap<Tab, LogIn>();
const changes = listeners();

function lockReplaced(): void {
  for (const earlier of replaced) {
    const vault = earlier.deref();
    if (vault) lock(vault);
  }
  replaced = [];
}

function changeTo(next: UnlockedVault | null): void {
  if (unlocked && unlocked.vault !== next?.vault) replaced.push(new WeakRef(unlocked.vault));
  if (unlocked?.vault.userId !== next?.vault.userId) lockReplaced();
  unlocked = next;
  // If this fails, this browser may not notice a return to older keys, but nothing else is wrong.
  if (next) void rememberBundle(seen, next.vault).catch(() => {});
  changes.tell();
}

/** Whether this is a later state of the open vault. */
const isLater = ({ vault, keyBundleVersion }: UnlockedVault): boolean =>
  unlocked?.vault.userId === vault.userId && keyBundleVersion > unlocked.keyBundleVersion;

const isAnother = ({ vault }: UnlockedVault): boolean => unlocked?.vault.userId !== vault.userId;

function lockHere(): void {
  locks += 1;
  typed = new WeakMap();
  changeTo(null);
}

channel.onmessage = lockHere;

export const onChange = changes.subscribe;

export const unlockedVault = (): UnlockedVault | null => unlocked;

/** How often the vault has been locked. A task that began before the last lock can no longer open it. */
export const lockCount = (): number => locks;

/**
 * Keeps a vault that was just opened. If it was locked since, it stays locked.
 *
 * @param since the `lockCount` when its owner asked for it
 */
export function keepUnlocked(next: UnlockedVault, since: number): void {
  if (since !== locks) {
    lock(next.vault);
    return;
  }
  typed = new WeakMap();
  // Another tab may have opened the same state, or a later one.
  if (isAnother(next) || isLater(next)) changeTo(next);
  else if (next.vault !== unlocked?.vault) lock(next.vault);
}

/** Takes over a later state of the open vault. If the vault has been locked since, it stays locked. */
export function adoptLaterState(next: UnlockedVault): void {
  if (isAnother(next)) lock(next.vault);
  else if (isLater(next)) changeTo(next);
}

/** Drops every key, in all tabs. */
export function lockEverywhere(): void {
  lockHere();
  channel.postMessage(null);
}

/** @param since the `lockCount` when it was typed */
export function keepTyped(tab: Tab, logIn: LogIn, since: number): void {
  if (since === locks) typed.set(tab, logIn);
}

/** The log-in that was derived from the password last typed in a tab. */
export const lastTyped = (tab: Tab): LogIn | null => typed.get(tab) ?? null;

/** @throws CryptoError `locked` */
export function requireOpen(): UnlockedVault {
  if (!unlocked) throw new CryptoError('locked');
  return unlocked;
}
