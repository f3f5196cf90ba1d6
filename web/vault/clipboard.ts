/** Removes copied secrets from the clipboard after a minute. */
import { useState, useSyncExternalStore } from 'react';
import { onKeysChange, openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';

const KEPT_SECONDS = 60;

export interface ClipboardState {
  /** Its name, for the notice. */
  what: string;
  /** Milliseconds since 1970. */
  until: number;
  /** It should be gone, but the browser lets us clear the clipboard only while this tab is in use. */
  isWaiting: boolean;
}

/** Events that show that the tab is in use. */
const IN_USE = ['focus', 'pointerdown', 'keydown'] as const;

const changes = listeners();
let copied: ClipboardState | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function become(next: ClipboardState | null): void {
  copied = next;
  changes.tell();
}

/** Called once the secret is gone from the clipboard. */
function forget(): void {
  clearTimeout(timer);
  for (const event of IN_USE) removeEventListener(event, clearNow, { capture: true });
  for (const event of ['copy', 'cut']) document.removeEventListener(event, forgetReplaced);
  become(null);
}

/**
 * Called when something else is copied in this tab. Our policy forbids reading the clipboard to check. Browsers also
 * send these events when nothing is selected or can be cut, but then the secret stays.
 */
function forgetReplaced({ type, target }: Event): void {
  const isTaken = type === 'copy' || (target instanceof Element && target.matches(':read-write'));
  if (isTaken && getSelection()?.toString()) forget();
}

/** Empties the clipboard now, or as soon as the browser allows it. */
export async function clearNow(): Promise<void> {
  if (!copied) return;
  try {
    await navigator.clipboard.writeText('');
    forget();
  } catch {
    // Another window is in use. Clearing works as soon as ours is in use again.
    if (!copied) return;
    become({ ...copied, isWaiting: true });
    for (const event of IN_USE) addEventListener(event, clearNow, { capture: true });
  }
}

/**
 * Empties the clipboard while the page is being left. Asynchronous work is no longer done then, so it uses the old
 * synchronous way, which browsers allow only for a few seconds after the page was used.
 */
function clearOnLeaving(): void {
  if (!copied) return;
  const empty = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', '');
  };
  document.addEventListener('copy', empty, { capture: true });
  const isEmpty = document.execCommand('copy');
  document.removeEventListener('copy', empty, { capture: true });
  if (isEmpty) forget();
}
addEventListener('pagehide', clearOnLeaving);
// A lock protects the vault from the next person at this device, who could otherwise still paste a secret.
onKeysChange(() => {
  if (!openKeys()) void clearNow();
});

/** @throws DOMException if the browser refuses */
export async function copySecret(what: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  forget();
  timer = setTimeout(clearNow, KEPT_SECONDS * 1_000);
  for (const event of ['copy', 'cut']) document.addEventListener(event, forgetReplaced);
  become({ what, until: Date.now() + KEPT_SECONDS * 1_000, isWaiting: false });
}

/** Copies a text that isn't secret, so it stays on the clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  forget();
}

export const useCopied = (): ClipboardState | null => useSyncExternalStore(changes.subscribe, () => copied);

/** The work of a copy button, and its outcome. */
export function useCopying(write: () => Promise<void>) {
  const [news, setNews] = useState<'copied' | 'refused' | null>(null);
  async function copy() {
    // Screen readers announce the same sentence again only if it has disappeared first.
    setNews(null);
    try {
      await write();
      setNews('copied');
    } catch {
      setNews('refused');
    }
  }
  return { news, setNews, copy };
}
