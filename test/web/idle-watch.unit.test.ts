/** When a page that nobody uses closes, if its clock or its work gets in the way. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

/** Imported by a variable, because its types are a browser's. */
const MODULE = '../../web/session/idle-watch.ts';
const { watchIdle, wereOthersIdle } = await import(MODULE);

const MINUTE = 60_000;
const store = new Map<string, string>();
const page = new EventTarget();
let isBusy: boolean;
let idle: number;
/** Whether the warning is shown, and since when. */
let warned: { at: number } | null;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') });
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => store.set(name, value),
    },
    document: new EventTarget(),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  store.clear();
  isBusy = false;
  idle = 0;
  warned = null;
  stop = watchIdle({
    isBusy: () => isBusy,
    onWarning(isAboutToEnd: boolean) {
      warned = isAboutToEnd ? { at: Date.now() } : null;
    },
    onIdle() {
      idle += 1;
    },
  });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test('a clock that is set back while nobody is there delays it by fifteen minutes at most', () => {
  jest.advanceTimersByTime(14 * MINUTE);
  jest.setSystemTime(Date.now() - 24 * 60 * MINUTE);
  jest.advanceTimersByTime(14 * MINUTE);
  expect(idle).toBe(0);
  jest.advanceTimersByTime(2 * MINUTE);
  expect(idle).toBeGreaterThan(0);
});

/** Waits until the page closes. @returns for how many seconds it warned before, and how many have passed */
function untilClosed(): { warning: number; after: number } {
  const from = Date.now();
  while (idle === 0) jest.advanceTimersByTime(1_000);
  return { warning: (Date.now() - warned!.at) / 1_000, after: (Date.now() - from) / 1_000 };
}

test('a page that nobody uses closes after fifteen minutes, and warns for the last of them', () => {
  expect(untilClosed()).toEqual({ warning: 60, after: 15 * 60 });
});

test('work that is under way keeps it open, but not for ever, and it warns a minute before', () => {
  isBusy = true;
  jest.advanceTimersByTime(58 * MINUTE);
  expect([idle, warned]).toEqual([0, null]);
  const { warning, after } = untilClosed();
  expect(warning).toBe(60);
  expect(after).toBeLessThanOrEqual(2 * 60);
});

test('a film that ends leaves a minute to come back', () => {
  isBusy = true;
  jest.advanceTimersByTime(20 * MINUTE);
  isBusy = false;
  const { warning, after } = untilClosed();
  expect(warning).toBe(60);
  expect(after).toBeLessThan(75);
});

test('after the device has slept it closes at once, whatever was under way before', () => {
  isBusy = true;
  jest.advanceTimersByTime(MINUTE);
  isBusy = false;
  jest.setSystemTime(Date.now() + 16 * MINUTE);
  page.dispatchEvent(new Event('pointermove'));
  expect(idle).toBe(1);
});

test('a new page finds that the others were idle, though no clock of theirs has run', () => {
  expect(wereOthersIdle()).toBe(false);
  jest.setSystemTime(Date.now() + 16 * MINUTE);
  expect(wereOthersIdle()).toBe(true);
  // Work under way in one of them keeps the vault open.
  store.set('last-work', String(Date.now()));
  expect(wereOthersIdle()).toBe(false);
  // Without a shared storage, nothing is known of them.
  store.clear();
  expect(wereOthersIdle()).toBe(false);
});

test('a film in one tab keeps the others from closing it', () => {
  const stopOther = watchIdle({ isBusy: () => true, onWarning() {}, onIdle() {} });
  jest.advanceTimersByTime(30 * MINUTE);
  expect([idle, warned]).toEqual([0, null]);
  stopOther();
  expect(untilClosed().warning).toBe(60);
});

test('a clock that is set back while a film plays keeps it open no longer', () => {
  isBusy = true;
  jest.advanceTimersByTime(5 * MINUTE);
  isBusy = false;
  jest.setSystemTime(Date.now() - 24 * 60 * MINUTE);
  jest.advanceTimersByTime(16 * MINUTE);
  expect(idle).toBeGreaterThan(0);
});
