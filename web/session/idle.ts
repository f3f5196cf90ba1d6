/** Locks the vault when nobody has used the web app for a while. */
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../app/site-storage.ts';
import { isWorking, keys, onKeysChange, openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';
import { isPlaying, watchIdle, wereOthersIdle } from './idle-watch.ts';

/** Tabs share it. */
const LOCKED = 'locked-when-idle';

let stop: (() => void) | null = null;
let isAboutToLock = false;
const warnings = listeners();

function warn(about: boolean): void {
  isAboutToLock = about;
  warnings.tell();
}

function lock(): void {
  browserStorage().setItem(LOCKED, 'true');
  void keys.lock();
}

function watch(): void {
  if (stop) return;
  forgetIdleLock();
  stop = watchIdle({ isBusy: () => isWorking() || isPlaying(), onWarning: warn, onIdle: lock });
}

/** Watches for as long as the vault is open. */
export function lockWhenIdle(): void {
  // A browser may keep a whole page that was left, and show it to the next person who goes back to it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  let isFirstReport = true;
  onKeysChange(() => {
    // If the vault is open already, other tabs opened it. Only they may have been idle, and watching counts as input.
    const isIdle = isFirstReport && wereOthersIdle();
    isFirstReport = false;
    if (!openKeys()) {
      stop?.();
      stop = null;
    } else if (isIdle) lock();
    else watch();
  });
}

/** Called when the session ends, so that the next log-in isn't told why an earlier vault was locked. */
export const forgetIdleLock = (): void => browserStorage().removeItem(LOCKED);

/** Whether the vault was locked for this reason. */
export const wasLockedWhenIdle = (): boolean => browserStorage().getItem(LOCKED) !== null;

/** Whether the vault is about to be locked, unless the page is used. */
export const useAboutToLock = (): boolean => useSyncExternalStore(warnings.subscribe, () => isAboutToLock);
