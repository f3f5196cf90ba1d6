import { useEffect } from 'react';

/** Held by each tab in which logging out would lose something, because logging out in one tab affects all. */
const LOCK = 'unsaved';

/**
 * Lets the browser ask before the tab is closed, and every tab before its owner logs out.
 *
 * @param survivesLogOut whether only closing the tab would lose it
 * @returns what ends this
 */
export function warn(survivesLogOut = false): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  addEventListener('beforeunload', ask);
  if (!survivesLogOut) void navigator.locks.request(LOCK, { mode: 'shared' }, () => isOver);
  return () => {
    removeEventListener('beforeunload', ask);
    end();
  };
}

/** Warns until the work is over, even if its page is left. */
export async function warnDuring<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = warn();
  try {
    return await work();
  } finally {
    end();
  }
}

/** Whether logging out would lose anything, in any tab. */
export async function isAnythingUnsaved(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}

/** Warns while something would be lost. */
export const useWarning = (isOn: boolean, survivesLogOut = false): void =>
  useEffect(() => (isOn ? warn(survivesLogOut) : undefined), [isOn, survivesLogOut]);
