import { useState } from 'react';
import { keys } from '../keys/keys.ts';
import { leave } from './session.ts';

/** Leaving: locking keeps the session, logging out ends it. */
export function useLogOut(): { lock(): void; logOut(): Promise<void>; error: unknown } {
  const [error, setError] = useState<unknown>(null);
  return {
    lock: () => void keys.lock(),
    async logOut() {
      setError(null);
      try {
        await keys.logOut();
        leave();
      } catch (problem) {
        // The keys are gone, but whoever takes this device still has the session.
        setError(problem);
      }
    },
    error,
  };
}
