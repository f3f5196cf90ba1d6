/** Loaded into a measured API process with `--import`. It tells the bench what the process costs. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process has cost so far. */
export interface Usage {
  /** Bytes. */
  resident: number;
  /** Bytes of JavaScript objects and their buffers. */
  heap: number;
  /** Milliseconds of processor time. */
  cpuMs: number;
  /** The longest time since the last answer in which the process could not react to anything, in milliseconds. */
  longestPauseMs: number;
}

/** `settled` collects the garbage first. */
export type Question = 'usage' | 'settled';

const RESOLUTION_MS = 10;
const pauses = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
pauses.enable();

process.on('message', (question: unknown) => {
  if (question !== 'usage' && question !== 'settled') return;
  const longestPauseMs = Math.max(0, pauses.max / 1e6 - RESOLUTION_MS);
  const { user, system } = process.cpuUsage();
  if (question === 'settled') for (let n = 0; n < 3; n += 1) globalThis.gc?.();
  const { rss: resident, heapUsed, external } = process.memoryUsage();
  const usage: Usage = {
    resident,
    heap: heapUsed + external,
    cpuMs: (user + system) / 1_000,
    longestPauseMs,
  };
  process.send?.(usage);
  pauses.reset();
});
