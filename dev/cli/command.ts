import { sentence } from './failure.ts';

/**
 * Runs a whole command, and exits: with 0, or with 1 if it returns false or fails, which is printed.
 *
 * @param interrupted once aborted, nothing more is printed, and the exit code is 130
 */
export async function runCommand(work: () => Promise<unknown>, interrupted?: AbortSignal): Promise<never> {
  try {
    process.exit((await work()) === false ? 1 : 0);
  } catch (error) {
    if (interrupted?.aborted) process.exit(130);
    console.error(sentence(error));
    process.exit(1);
  }
}
