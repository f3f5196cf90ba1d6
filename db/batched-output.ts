/**
 * Standard output for a log, several lines at a time. A write for each line would cost as much as everything else about
 * a short request.
 */
import { type DestinationStream, pino } from 'pino';

/** The longest that a line waits. */
const MAX_WAIT_MS = 100;
/** A pipe takes this much at once, so that the lines of several processes never mix (`PIPE_BUF`). */
const BATCH_LENGTH = 4_096;
/** pino's number. */
const WARN = 40;

/**
 * Warnings and errors are written at once, with all lines before them. Everything is written when the process exits or
 * something it threw is not caught; only a kill or a crash of the runtime can cost the lines of the last moment.
 *
 * Batches are written synchronously, because pino's asynchronous output loses lines in flight when the process exits
 * (https://github.com/pinojs/sonic-boom/issues/101).
 */
export function batchedOutput(): DestinationStream {
  const output = pino.destination({ sync: true });
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    output.write(lines);
  }
  function flushLater(): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, MAX_WAIT_MS).unref();
  }

  // Before Node writes the error to standard error, so that they are in order.
  process.on('uncaughtExceptionMonitor', flush);
  process.on('exit', flush);
  const batched = {
    // Has pino set `lastLevel` before each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (waiting.length + line.length > BATCH_LENGTH) flush();
      waiting += line;
      if (batched.lastLevel >= WARN) flush();
      else flushLater();
    },
    /** For the logger's own `flush`. */
    flush(done?: () => void) {
      flush();
      done?.();
    },
  };
  return batched;
}
