/** A file of an entry, opened to be shown. */
import { useEffect, useState } from 'react';
import type { AttachedFile } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { type Showing, TELLING_BYTES, typeShownAs } from './media.ts';

export type OpenedFile =
  | { state: 'opening'; done: number; total: number }
  | { state: 'open'; url: string }
  /** It isn't what its type says. */
  | { state: 'other' }
  | { state: 'failed'; error: unknown };

let turn: Promise<unknown> = Promise.resolve();

/** One at a time, so that a page full of pictures isn't all on its way at once. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}

/**
 * Opens a file while the component is there, and forgets it afterwards. It is shown once all of it has been decrypted and
 * is genuine.
 */
export function useOpenedFile(
  file: AttachedFile,
  token: string | null,
  showing: Showing,
): OpenedFile & { tryAgain(): void } {
  const [opened, setOpened] = useState<OpenedFile>({ state: 'opening', done: 0, total: file.size });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file never changes, and an attempt is a reason to open it again
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | null = null;
    const { signal } = leaving;
    const become = (next: OpenedFile) => signal.aborted || setOpened(next);
    async function open(): Promise<OpenedFile> {
      const progress = (done: number, total: number) => become({ state: 'opening', done, total });
      signal.throwIfAborted();
      const blob = await keys.openFile({ file, token }, progress, signal);
      signal.throwIfAborted();
      if (!blob) return { state: 'other' };
      const type = typeShownAs(showing, new Uint8Array(await blob.slice(0, TELLING_BYTES).arrayBuffer()));
      if (type === null) return { state: 'other' };
      signal.throwIfAborted();
      url = URL.createObjectURL(new Blob([blob], { type }));
      return { state: 'open', url };
    }
    become({ state: 'opening', done: 0, total: file.size });
    inTurn(open).then(become, (error: unknown) => become({ state: 'failed', error }));
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [file.id, token, showing, attempt]);
  return { ...opened, tryAgain: () => setAttempt(attempt + 1) };
}
