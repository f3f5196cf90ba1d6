import { keys } from '../keys/keys.ts';
import { useTask } from '../ui/use-task.ts';
import { recordLogOut } from './session.ts';

/** Locking keeps the session, logging out ends it. */
export function useLogOut(): { lock(): void; logOut(): Promise<void>; error: unknown } {
  // If it fails, the keys are gone, but the next person at this device still has the session.
  const { run: logOut, error } = useTask(async () => {
    await keys.logOut();
    recordLogOut();
  });
  return { lock: () => void keys.lock(), logOut, error };
}
