import { useEffect } from 'react';

let warnings = 0;

/** Whether anything on this page would be lost with it. */
export const isWarning = (): boolean => warnings > 0;

/** Lets the browser ask before the tab is closed, while something would be lost with it. */
export function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    warnings += 1;
    return () => {
      removeEventListener('beforeunload', warn);
      warnings -= 1;
    };
  }, [isOn]);
}
