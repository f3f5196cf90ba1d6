/** When a page that nobody uses closes, if its clock or its work gets in the way. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

/** Named this way because its types are a browser's. */
const MODULE = '../../web/session/idle-watch.ts';
const { watchIdle } = await import(MODULE);

const MINUTE = 60_000;
const store = new Map<string, string>();
const page = new EventTarget();
let isBusy: boolean;
let idle: number;
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
  stop = watchIdle({
    isBusy: () => isBusy,
    onWarning() {},
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

test('work that is under way keeps it open, but not for ever', () => {
  isBusy = true;
  jest.advanceTimersByTime(59 * MINUTE);
  expect(idle).toBe(0);
  jest.advanceTimersByTime(2 * MINUTE);
  expect(idle).toBeGreaterThan(0);
});
