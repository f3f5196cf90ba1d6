import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same PID. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/**
 * When the process with this PID started, unique to that process. Undefined when there is none; a zombie is treated as
 * none.
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
      // The command in field 2 may contain spaces and brackets, so count from the last bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // The ticks since boot repeat after a reboot; the ID of the boot does not.
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The process that has this PID now. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether that same process still runs. */
export const isAlive = ({ pid, started }: ProcessIdentity): boolean => startOf(pid) === started;
