import { useLocation } from 'wouter';
import { keys } from '../keys/keys.ts';
import { left } from './session.ts';

/** Leaving: locking keeps the session, logging out ends it. */
export function useLogOut(): { lock(): void; logOut(): Promise<void> } {
  const [, navigate] = useLocation();
  return {
    lock: () => void keys.lock(),
    async logOut() {
      try {
        await keys.logOut();
      } finally {
        navigate('/log-in');
        left();
      }
    },
  };
}
