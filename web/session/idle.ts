/** Locks the vault when nobody has used the page for a while. */
import { useSyncExternalStore } from 'react';
import { isWorking, keys, onKeysChange, openKeys } from '../keys/keys.ts';

export const IDLE_MINUTES = 15;

const IDLE_MS = IDLE_MINUTES * 60_000;
/** Time to come back, and to save what is only typed. */
const WARNING_MS = 60_000;
/** Moving the mouse must not cost anything. */
const NOTED_EVERY_MS = 5_000;
const CHECKED_EVERY_MS = 5_000;
/** Tabs share these, and a tab that was frozen finds them as they are now. */
const LAST_INPUT = 'last-input';
const LOCKED = 'locked-when-idle';
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let timer: ReturnType<typeof setInterval> | null = null;
let isAboutToLock = false;
const listeners = new Set<() => void>();

function warn(about: boolean): void {
  if (isAboutToLock === about) return;
  isAboutToLock = about;
  for (const listener of listeners) listener();
}

function noteInput(): void {
  const last = Number(localStorage.getItem(LAST_INPUT));
  if (Math.abs(Date.now() - last) > NOTED_EVERY_MS) localStorage.setItem(LAST_INPUT, String(Date.now()));
}

function check(): void {
  const idle = Date.now() - Number(localStorage.getItem(LAST_INPUT));
  warn(!isWorking() && idle >= IDLE_MS - WARNING_MS);
  if (isWorking() || idle < IDLE_MS) return;
  localStorage.setItem(LOCKED, 'true');
  void keys.lock();
}

/** After a night asleep, somebody who moves the mouse must not find the vault open. */
function checkThenNote(): void {
  check();
  noteInput();
  warn(false);
}

function watch(): void {
  if (timer !== null) return;
  localStorage.removeItem(LOCKED);
  noteInput();
  timer = setInterval(check, CHECKED_EVERY_MS);
  for (const event of INPUT) addEventListener(event, checkThenNote, { passive: true });
  document.addEventListener('visibilitychange', check);
}

function stop(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
  warn(false);
  for (const event of INPUT) removeEventListener(event, checkThenNote);
  document.removeEventListener('visibilitychange', check);
}

/** Watches for as long as the vault is open. */
export function lockWhenIdle(): void {
  onKeysChange(() => (openKeys() ? watch() : stop()));
}

/** Whether it was this that locked the vault. */
export const wasLockedWhenIdle = (): boolean => localStorage.getItem(LOCKED) !== null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the vault is about to be locked, unless somebody moves or types. */
export const useAboutToLock = (): boolean => useSyncExternalStore(subscribe, () => isAboutToLock);
