import { useSyncExternalStore } from 'react';

/** As in vault.css: from here on an entry has room beside the list. */
const query = matchMedia('(min-width: 56rem)');

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
