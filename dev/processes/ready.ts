import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../cli/failure.ts';

/**
 * Asks until the answer is yes.
 *
 * @param probe throws or returns false while it is not ready
 * @param what is named in the error if it is never ready
 * @param signal gives up, as when the process has died; its reason is thrown
 * @throws Failure after `timeoutMs`, with the last reason the probe gave
 */
export async function untilReady(
  probe: () => Promise<unknown>,
  what: string,
  {
    timeoutMs = 60_000,
    everyMs = 50,
    signal,
  }: { timeoutMs?: number; everyMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let reason = 'it gave no answer';
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    try {
      if ((await probe()) !== false) {
        return;
      }
    } catch (error) {
      reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    }
    await sleep(everyMs);
  }
  signal?.throwIfAborted();
  throw new Failure(`${what} was not ready after ${Math.round(timeoutMs / 1000)} s: ${reason}`);
}

const ANSWER_MS = 2_000;

/**
 * Opens a TCP connection, sends `greeting`, and resolves with the first bytes of the answer.
 *
 * @throws when nothing listens or no answer comes within two seconds
 */
export function firstAnswer(port: number, greeting = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer on port ${port}`)));
    socket.once('connect', () => socket.write(greeting));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`port ${port} closed the connection`)));
  });
}
