import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process that cannot be mistaken for a later one with the same number: its PID and when it started.
 */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/**
 * When the process with this PID started, in a form that only this process has, or undefined when there is
 * none (a zombie, which only waits to be reaped, counts as none).
 */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') {
      return undefined;
    }
  }
  try {
    if (process.platform === 'linux') {
      // The command in field 2 may hold spaces and brackets: count from the last bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Ticks since boot repeat after a reboot; the boot's own id does not.
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Who has this PID now. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether that very process is still there. */
export const isAlive = ({ pid, started }: ProcessIdentity): boolean => startOf(pid) === started;
