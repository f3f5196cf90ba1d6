/** Process groups that we started. However this process ends, short of a kill, they end with it at the latest. */
const groups = new Set<number>();

process.once('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
});

/** Sends a signal to a whole process group. One that is already gone is fine. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Makes the group led by this process end with us. */
export const killOnExit = (pid: number): void => void groups.add(pid);

/** Forgets a group that has ended. */
export const groupEnded = (pid: number): void => void groups.delete(pid);
