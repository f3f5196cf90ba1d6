/** Notices when nobody has used the web app for a while, in any tab. */
import { browserStorage } from '../app/site-storage.ts';

export const IDLE_MINUTES = 15;

const IDLE_MS = IDLE_MINUTES * 60_000;
/** Time to come back and save. */
const WARNING_MS = 60_000;
/** Work that hangs, or that a service drags out, must not keep anything open for ever. */
const MOST_MS = 60 * 60_000;
/** Moving the mouse must not cost anything. */
const NOTED_EVERY_MS = 5_000;
const CHECKED_EVERY_MS = 5_000;
/** Tabs check at different moments: work that was under way this long ago may still be. */
const WORKING_MS = 2 * CHECKED_EVERY_MS;
/** Tabs share both, and a tab that was frozen finds them as they are now. */
const LAST_INPUT = 'last-input';
const LAST_WORK = 'last-work';
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Whether a film or a recording is being played or made, which needs no input. */
export const isPlaying = (): boolean =>
  [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ paused }) => !paused);

const since = (what: string): number => Date.now() - Number(browserStorage().getItem(what));
const sinceWork = (): number => Math.abs(since(LAST_WORK));

const isOver = (): boolean => since(LAST_INPUT) >= IDLE_MS && sinceWork() >= WORKING_MS + WARNING_MS;

/** Whether nobody has used the other tabs for too long. They may not have noticed, if the browser suspended them. */
export const wereOthersIdle = (): boolean => browserStorage().getItem(LAST_INPUT) !== null && isOver();

interface IdleWatch {
  /** Whether work is under way that must not be interrupted. */
  isBusy(): boolean;
  /** Called when the time is nearly over, and when it no longer is. */
  onWarning(isAboutToEnd: boolean): void;
  onIdle(): void;
}

/** @returns a function that stops watching */
export function watchIdle({ isBusy, onWarning, onIdle }: IdleWatch): () => void {
  let isAboutToEnd = false;

  function warn(about: boolean): void {
    if (isAboutToEnd === about) return;
    isAboutToEnd = about;
    onWarning(about);
  }
  function noteInput(): void {
    if (Math.abs(since(LAST_INPUT)) > NOTED_EVERY_MS)
      browserStorage().setItem(LAST_INPUT, String(Date.now()));
  }
  function check(): void {
    const idle = since(LAST_INPUT);
    // The clock was set back.
    if (idle < 0) noteInput();
    const mayStay = idle < MOST_MS - WARNING_MS - WORKING_MS;
    if (mayStay && isBusy()) browserStorage().setItem(LAST_WORK, String(Date.now()));
    warn(idle >= IDLE_MS - WARNING_MS && sinceWork() >= WORKING_MS);
    if (isOver()) onIdle();
  }
  /** After the device has slept, moving the mouse must not keep the vault open. */
  function checkThenNote(): void {
    check();
    noteInput();
    warn(false);
  }

  noteInput();
  const timer = setInterval(check, CHECKED_EVERY_MS);
  for (const event of INPUT) addEventListener(event, checkThenNote, { passive: true });
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    warn(false);
    for (const event of INPUT) removeEventListener(event, checkThenNote);
    document.removeEventListener('visibilitychange', check);
  };
}
