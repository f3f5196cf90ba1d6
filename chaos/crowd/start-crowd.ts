import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdCounts, CrowdSettings } from './settings.ts';

export interface RunningCrowd {
  readonly pid: number | undefined;
  /** What it has done so far. */
  readonly counts: CrowdCounts;
  /** Why it ended on its own; null while it goes on. */
  readonly ended: string | null;
  stop(): Promise<void>;
}

/** Starts the attackers in a process of their own, so that they do not delay this one. */
export function startCrowd(settings: CrowdSettings): RunningCrowd {
  const child = fork(fileURLToPath(new URL('program.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let counts: CrowdCounts = {};
  let ended: string | null = null;
  let stopped = false;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!stopped) ended = `the crowd exited with ${signal ?? `exit code ${code}`}`;
  });
  child.on('message', (message) => {
    counts = message as CrowdCounts;
  });
  child.send(settings);
  return {
    pid: child.pid,
    get counts() {
      return counts;
    },
    get ended() {
      return ended;
    },
    async stop() {
      stopped = true;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Addresses of this machine, each of which is a network of its own. @param block the third part of the address */
export const localNetworks = (block: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `127.0.${block}.${n + 1}`);
