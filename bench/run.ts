import { sentence } from '../dev/cli/failure.ts';

/** How to stop what a bench has started, in the order of starting. */
export type Closing = (() => unknown)[];

/**
 * Runs a bench. Whatever it started is stopped at its end, also after an error or an interrupt. The process exits with 0
 * only if the bench returns true.
 */
export async function runBench(bench: (closing: Closing) => Promise<boolean>): Promise<void> {
  const closing: Closing = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await Promise.resolve(close()).catch(() => {});
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error('Interrupted: stopping everything.');
      void stop().finally(() => process.exit(1));
    });
  }
  try {
    process.exitCode = (await bench(closing)) ? 0 : 1;
  } catch (error) {
    console.error(sentence(error));
    process.exitCode = 1;
  } finally {
    await stop();
  }
}
