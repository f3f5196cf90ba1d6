import { useEffect } from 'react';

let warnings = 0;

/** Whether anything on this page would be lost by logging out. */
export const isWarning = (): boolean => warnings > 0;

/**
 * Lets the browser ask before the tab is closed, while something would be lost with it.
 *
 * @param survivesLogOut whether it stays in the tab after a log-out, so that only closing the tab would lose it
 */
export function useWarning(isOn: boolean, survivesLogOut = false): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    if (!survivesLogOut) warnings += 1;
    return () => {
      removeEventListener('beforeunload', warn);
      if (!survivesLogOut) warnings -= 1;
    };
  }, [isOn, survivesLogOut]);
}
