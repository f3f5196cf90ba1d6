/** Entries that a kit has opened, and its code, must not stay in a tab for the next person. */
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { isWorking } from '../keys/keys.ts';
import { isPlaying, watchIdle } from '../session/idle-watch.ts';

/**
 * Calls `forget` once nobody has used the web app for a while, and when the page is left.
 *
 * @returns whether the time is nearly over
 */
export function useForgetting(forget: (why: 'idle' | 'left') => void): boolean {
  const [isAboutToEnd, setAboutToEnd] = useState(false);
  const forgetNow = useEffectEvent(forget);
  useEffect(() => {
    const leave = () => flushSync(() => forgetNow('left'));
    const stop = watchIdle({
      isBusy: () => isWorking() || isPlaying(),
      onWarning: setAboutToEnd,
      onIdle: () => forgetNow('idle'),
    });
    // A browser may keep the whole page, to show it again when the reader goes back.
    addEventListener('pagehide', leave);
    return () => {
      stop();
      forgetNow('left');
      removeEventListener('pagehide', leave);
    };
  }, []);
  return isAboutToEnd;
}
