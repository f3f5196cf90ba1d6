/**
 * The open vault of this tab's worker. Tabs share it with each other, so that unlocking one unlocks all, and locking
 * one locks all. The keys are non-extractable, in every tab.
 */
import { CryptoError, type LogIn, lock, type Vault } from '../../crypto/index.ts';

/** An open vault with the version of its key bundle. */
export interface Held {
  vault: Vault;
  keyBundleVersion: number;
}

type Message =
  | { say: 'who has it?' }
  | { say: 'open'; held: Held }
  /** For tabs that have it open: a change must not open a vault that was locked meanwhile. */
  | { say: 'changed'; held: Held }
  | { say: 'locked' };

const channel = new BroadcastChannel('vault-keys');
let held: Held | null = null;
/** Earlier states of the open vault. What is under way may still use them, until the vault is locked. */
let replaced: WeakRef<Vault>[] = [];
/** From the log-in, until the vault is open or the page gives up. */
let typed: LogIn | null = null;
const listeners = new Set<() => void>();

const post = (message: Message): void => channel.postMessage(message);

function lockReplaced(): void {
  for (const earlier of replaced) {
    const vault = earlier.deref();
    if (vault) lock(vault);
  }
  replaced = [];
}

function changeTo(next: Held | null): void {
  if (held && held.vault !== next?.vault) replaced.push(new WeakRef(held.vault));
  if (held?.vault.userId !== next?.vault.userId) lockReplaced();
  held = next;
  for (const listener of listeners) listener();
}

/** Whether this is a later state of the open vault. */
const isLater = ({ vault, keyBundleVersion }: Held): boolean =>
  held?.vault.userId === vault.userId && keyBundleVersion > held.keyBundleVersion;

const isAnother = ({ vault }: Held): boolean => held?.vault.userId !== vault.userId;

channel.onmessage = ({ data }: { data: Message }) => {
  if (data.say === 'who has it?') {
    if (held) post({ say: 'open', held });
  } else if (data.say === 'locked') changeTo(null);
  else if (isLater(data.held) || (data.say === 'open' && isAnother(data.held))) changeTo(data.held);
};
post({ say: 'who has it?' });

export function onChange(listener: () => void): void {
  listeners.add(listener);
}

export const current = (): Held | null => held;

/** Keeps a vault that was just opened, for all tabs. */
export function hold(next: Held): void {
  typed = null;
  changeTo(next);
  post({ say: 'open', held: next });
}

/** Goes on with a later state of the open vault, in all tabs. If the vault was locked meanwhile, it stays locked. */
export function goOn(next: Held): void {
  if (isAnother(next)) lock(next.vault);
  // Another tab may have brought it already.
  else if (isLater(next)) {
    changeTo(next);
    post({ say: 'changed', held: next });
  }
}

/** Drops every key, in all tabs. */
export function drop(): void {
  typed = null;
  changeTo(null);
  post({ say: 'locked' });
}

export const keepTyped = (logIn: LogIn | null): void => {
  typed = logIn;
};

/** The log-in that was derived from the password last typed. */
export const lastTyped = (): LogIn | null => typed;

/** @throws CryptoError `locked` */
export function requireOpen(): Held {
  if (!held) throw new CryptoError('locked');
  return held;
}
