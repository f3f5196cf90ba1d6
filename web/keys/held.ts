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

type Message = { say: 'who has it?' } | { say: 'open'; held: Held } | { say: 'locked' };

const channel = new BroadcastChannel('vault-keys');
let held: Held | null = null;
/** From the log-in, until the vault is open or the page gives up. */
let typed: LogIn | null = null;
const listeners = new Set<() => void>();

const post = (message: Message): void => channel.postMessage(message);

function changeTo(next: Held | null): void {
  if (held && held.vault !== next?.vault) lock(held.vault);
  held = next;
  for (const listener of listeners) listener();
}

/** What this tab has already is not replaced: its work would lose the keys halfway whenever another tab opens. */
const isNews = ({ vault, keyBundleVersion }: Held): boolean =>
  !held || held.vault.userId !== vault.userId || keyBundleVersion > held.keyBundleVersion;

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.say === 'who has it?') {
    if (held) post({ say: 'open', held });
  } else if (data.say === 'locked') changeTo(null);
  else if (isNews(data.held)) changeTo(data.held);
};
post({ say: 'who has it?' });

export function onChange(listener: () => void): void {
  listeners.add(listener);
}

export const current = (): Held | null => held;

/** Keeps an open vault, for all tabs. */
export function hold(next: Held): void {
  typed = null;
  changeTo(next);
  post({ say: 'open', held: next });
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
