/** One of the entries, on a page to itself. The browser's Back button leads to all of them, and forgets nothing. */
import { useEffect, useState } from 'react';
import type { ReadableLeftEntry } from './readable.ts';

interface SingleEntry {
  entry: ReadableLeftEntry | null;
  show(entry: ReadableLeftEntry): void;
  back(): void;
}

/** The history holds only the place in the list, because it outlives the page. */
const placeShown = (): number | undefined => (history.state as { alone?: number } | null)?.alone;

export function useSingleEntry(entries: readonly ReadableLeftEntry[]): SingleEntry {
  const [place, setPlace] = useState<number | undefined>(undefined);
  useEffect(() => {
    // A reload keeps the place, but the page begins with all of them again.
    if (placeShown() !== undefined) {
      const { alone: _, ...state } = history.state;
      history.replaceState(state, '', location.pathname);
    }
    const look = () => setPlace(placeShown());
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  return {
    entry: place === undefined ? null : (entries[place] ?? null),
    show(entry) {
      const next = entries.indexOf(entry);
      history.pushState({ ...history.state, alone: next }, '', location.pathname);
      setPlace(next);
    },
    back: () => history.back(),
  };
}
