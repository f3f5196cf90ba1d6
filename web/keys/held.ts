/**
 * The open vault of this tab's worker. Tabs share it with each other, so that unlocking one unlocks all, and locking
 * one locks all. The keys are non-extractable, in every tab.
 */
import type { UnlockedVault } from '../../client/owner.ts';
import { rememberBundle } from '../../client/seen-bundles.ts';
import { CryptoError, type LogIn, lock, type Vault } from '../../crypto/index.ts';
import { CHANNEL, type Locked } from './channel.ts';
import { seen } from './seen.ts';

type KeysMessage =
  | { say: 'who has it?' }
  | { say: 'open'; held: UnlockedVault; typedAt: number }
  /** For tabs that have it open: a change must not open a vault that has been locked since. */
  | { say: 'changed'; held: UnlockedVault; typedAt: number }
  | Locked;

const channel = new BroadcastChannel(CHANNEL);
let held: UnlockedVault | null = null;
/** When the owner typed the password or code that opened it. */
let typedAt = 0;
/** The last lock, in any tab. Keys opened with a password typed before it are refused, however late they arrive. */
let lockedAt = 0;
/** The latest moment that this tab knows of. */
let latest = 0;
/** Earlier states of the open vault. Tasks under way may still use them, until the vault is locked. */
let replaced: WeakRef<Vault>[] = [];
/** From the log-in, until the vault is open or the page gives up. */
let typed: { logIn: LogIn; at: number } | null = null;
const listeners = new Set<() => void>();

const post = (message: KeysMessage): void => channel.postMessage(message);

/** The present moment, in milliseconds. It is later than all that this tab knows of, even if the clock was set back. */
export function moment(): number {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}

function lockReplaced(): void {
  for (const earlier of replaced) {
    const vault = earlier.deref();
    if (vault) lock(vault);
  }
  replaced = [];
}

function changeTo(next: UnlockedVault | null): void {
  if (held && held.vault !== next?.vault) replaced.push(new WeakRef(held.vault));
  if (held?.vault.userId !== next?.vault.userId) lockReplaced();
  held = next;
  // If it cannot be kept, this browser notices less, and nothing else is wrong.
  if (next) void rememberBundle(seen, next.vault).catch(() => {});
  for (const listener of listeners) listener();
}

/** Whether this is a later state of the open vault. */
const isLater = ({ vault, keyBundleVersion }: UnlockedVault): boolean =>
  held?.vault.userId === vault.userId && keyBundleVersion > held.keyBundleVersion;

const isAnother = ({ vault }: UnlockedVault): boolean => held?.vault.userId !== vault.userId;

/** Drops everything typed or opened before. */
function lockAsOf(at: number): void {
  latest = Math.max(latest, at);
  lockedAt = Math.max(lockedAt, at);
  if (typed && typed.at <= lockedAt) typed = null;
  if (!held || typedAt <= lockedAt) changeTo(null);
}

/** Another tab's keys. */
function take({ say, held: next, typedAt: at }: KeysMessage & { say: 'open' | 'changed' }): void {
  latest = Math.max(latest, at);
  // That tab hasn't heard of the lock. A new tab that took its keys hasn't either.
  if (at <= lockedAt) post({ say: 'locked', at: lockedAt });
  else if (isLater(next) || (say === 'open' && isAnother(next))) {
    typedAt = at;
    changeTo(next);
  }
}

channel.onmessage = ({ data }: { data: KeysMessage }) => {
  if (data.say === 'who has it?') {
    if (held) post({ say: 'open', held, typedAt });
  } else if (data.say === 'locked') {
    const wasOpen = held !== null;
    lockAsOf(data.at);
    // A tab that got the keys from this one may be too new to have heard of the lock.
    if (wasOpen && !held) post({ say: 'locked', at: lockedAt });
  } else take(data);
};
post({ say: 'who has it?' });

export function onChange(listener: () => void): void {
  listeners.add(listener);
}

export const current = (): UnlockedVault | null => held;

/**
 * Keeps a vault that was just opened, for all tabs. If one of them has been locked since, it stays locked.
 *
 * @param at the `moment` at which its owner asked for it
 */
export function hold(next: UnlockedVault, at: number): void {
  if (at <= lockedAt) {
    lock(next.vault);
    return;
  }
  typed = null;
  typedAt = Math.max(typedAt, at);
  // Another tab may have sent the same state, or a later one.
  if (isAnother(next) || isLater(next)) changeTo(next);
  else if (next.vault !== held?.vault) lock(next.vault);
  post({ say: 'open', held: requireOpen(), typedAt });
}

/** Takes over a later state of the open vault, in all tabs. If the vault has been locked since, it stays locked. */
export function goOn(next: UnlockedVault): void {
  if (isAnother(next)) lock(next.vault);
  // Another tab may have sent it already.
  else if (isLater(next)) {
    changeTo(next);
    post({ say: 'changed', held: next, typedAt });
  }
}

/** Drops every key, in all tabs. */
export function drop(): void {
  const at = moment();
  lockAsOf(at);
  post({ say: 'locked', at });
}

/** @param at the `moment` at which it was typed */
export function keepTyped(logIn: LogIn, at: number): void {
  if (at > lockedAt) typed = { logIn, at };
}

/** The log-in that was derived from the password last typed. */
export const lastTyped = (): LogIn | null => typed?.logIn ?? null;

/** @throws CryptoError `locked` */
export function requireOpen(): UnlockedVault {
  if (!held) throw new CryptoError('locked');
  return held;
}
