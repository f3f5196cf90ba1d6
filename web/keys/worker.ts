/** The thread that holds every key. The page asks it for tasks by name and never sees a key. */

import { Problem } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';
import { isWaiting, onSessionEnded, onWaiting } from '../api/client.ts';
import { current, drop, onChange } from './held.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { tasks } from './tasks/index.ts';

/** How long other tabs get to answer who has the keys. */
const TABS_ANSWER_MS = 150;

const send = (message: FromWorker): void => postMessage(message);

const tell = (): void => {
  const held = current();
  send({ kind: 'keys', open: held ? { userId: held.vault.userId, version: held.keyBundleVersion } : null });
};
onChange(tell);
onSessionEnded(() => {
  drop();
  send({ kind: 'ended' });
});
onWaiting(() => send({ kind: 'waiting', isWaiting: isWaiting() }));

/** Errors lose their class on the way, so their contents are sent as plain data. */
function described(error: unknown): FromWorker & { kind: 'failed' } {
  const failed = { kind: 'failed', id: 0, message: String((error as Error)?.message ?? error) } as const;
  if (error instanceof CryptoError) {
    const { code, successorId, entryId, shares, what } = error;
    return { ...failed, crypto: { code, details: { successorId, entryId, shares, what } } };
  }
  if (!(error instanceof Problem)) return failed;
  const { code, status, detail, errors, retryAfter } = error;
  return { ...failed, problem: { code, status, detail, errors: [...errors], retryAfter } };
}

globalThis.onmessage = async ({ data: { id, task, input } }: MessageEvent<ToWorker>) => {
  const progress = (done: number, total: number): void => send({ kind: 'progress', id, done, total });
  try {
    const run = tasks[task] as (input: unknown, progress: (done: number, total: number) => void) => unknown;
    send({ kind: 'done', id, result: await run(input, progress) });
  } catch (error) {
    send({ ...described(error), id });
  }
};
// Another tab that is open says so within a moment. Until then the page need not ask for the password.
setTimeout(tell, TABS_ANSWER_MS);
