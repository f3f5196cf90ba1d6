/** Whether a request of this tab or of its worker waits because the service asked for it. */
import { useSyncExternalStore } from 'react';
import { isWaiting, onWaiting } from '../api/client.ts';
import { isWorkerWaiting, onWorkerWaiting } from '../keys/keys.ts';

function subscribe(listener: () => void): () => void {
  const ends = [onWaiting(listener), onWorkerWaiting(listener)];
  return () => {
    for (const end of ends) end();
  };
}

export const useWaiting = (): boolean =>
  useSyncExternalStore(subscribe, () => isWaiting() || isWorkerWaiting());
