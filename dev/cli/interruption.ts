import { Failure } from './failure.ts';

/** Aborts on Ctrl-C, SIGTERM or SIGHUP. Later signals change nothing: it is already stopping. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) return;
      console.log('\nStopping everything.');
      controller.abort(new Failure(`interrupted by ${signal}`));
    });
  }
  // The terminal may be gone by the time of the last message.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return controller.signal;
}
