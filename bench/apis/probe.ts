/** Loaded into a measured API process with `--import`. It reports the memory and processor time of the process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The resources that a process has used so far. */
export interface ProcessUsage {
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
export type UsageQuery = 'usage' | 'settled';

const RESOLUTION_MS = 10;
const pauses = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
pauses.enable();

process.on('message', (query: unknown) => {
  if (query !== 'usage' && query !== 'settled') return;
  const longestPauseMs = Math.max(0, pauses.max / 1e6 - RESOLUTION_MS);
  const { user, system } = process.cpuUsage();
  if (query === 'settled') for (let n = 0; n < 3; n += 1) globalThis.gc?.();
  const { rss: resident, heapUsed, external } = process.memoryUsage();
  const usage: ProcessUsage = {
    resident,
    heap: heapUsed + external,
    cpuMs: (user + system) / 1_000,
    longestPauseMs,
  };
  process.send?.(usage);
  pauses.reset();
});
