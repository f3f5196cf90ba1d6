/** What sending and receiving files have in common: their progress, and how they continue after a temporary failure. */
import { Problem } from './problem.ts';
import { pause } from './retry-after.ts';

export interface TransferState {
  /** Bytes of the ciphertext. */
  done: number;
  total: number;
  /** Over the last ten seconds. */
  bytesPerSecond: number;
  /** Null while it is unknown. */
  secondsLeft: number | null;
}

export interface TransferOptions {
  progress?: ((state: TransferState) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const WINDOW_MS = 10_000;
/** A file has thousands of chunks, and a page that draws them all does little else. */
const REPORT_EVERY_MS = 250;

/** @returns a function to call with the bytes done. It reports them at most four times a second, and at the end */
export function measured(
  total: number,
  { progress }: TransferOptions,
  now = () => performance.now(),
): (done: number) => void {
  const seen: { at: number; done: number }[] = [];
  return (done) => {
    const at = now();
    const last = seen.at(-1);
    if (last && done < total && at - last.at < REPORT_EVERY_MS) return;
    seen.push({ at, done });
    while (seen.length > 2 && at - seen[0]!.at > WINDOW_MS) seen.shift();
    const elapsed = at - seen[0]!.at;
    const bytesPerSecond = elapsed > 0 ? ((done - seen[0]!.done) / elapsed) * 1_000 : 0;
    const secondsLeft = bytesPerSecond > 0 ? (total - done) / bytesPerSecond : null;
    progress?.({ done, total, bytesPerSecond, secondsLeft });
  };
}

/** Seconds between tries. Any progress starts them from the beginning. */
const DELAYS = [1, 2, 5, 10, 20, 30, 30, 30];

/** Refusals after which another try may succeed. */
const PASSING = [
  'unreachable',
  'rate_limited',
  'file_locked',
  'offset_mismatch',
  'dependency_unavailable',
  'internal',
];

/**
 * Repeats a step that fails for temporary reasons, for about two minutes without any progress.
 *
 * @param reached how many bytes are done
 * @throws the last failure, or the reason of the signal
 */
export async function withRetries<T>(
  reached: () => number,
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T> {
  let furthest = reached();
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await step();
    } catch (error) {
      if (reached() > furthest) failures = 0;
      furthest = reached();
      const seconds = DELAYS[failures];
      failures += 1;
      if (seconds === undefined || !(error instanceof Problem) || !PASSING.includes(error.code)) throw error;
      await pause(Math.max(seconds, error.retryAfter ?? 0) * 1_000, signal);
    }
  }
}
