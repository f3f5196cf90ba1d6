/** A file of an entry, opened to be shown. */
import { type RefCallback, useEffect, useRef, useState } from 'react';
import type { AttachedFile } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { type MediaKind, SIGNATURE_BYTES, typeShownAs } from './media.ts';
import { mayStream, playWhileArriving } from './streamed-media.ts';

export type OpenedFile =
  | { state: 'opening'; done: number; total: number }
  /** What has arrived can be played, and is a genuine beginning. */
  | { state: 'arriving'; url: string; done: number; total: number }
  | { state: 'open'; url: string }
  /** It isn't what its type says, or is of an older kind that browsers don't show. */
  | { state: 'other' }
  /** @param wasShown whether its beginning could be played before */
  | { state: 'failed'; error: unknown; wasShown: boolean };

let turn: Promise<unknown> = Promise.resolve();

/** One at a time, so that a page full of pictures isn't all on its way at once. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}

/**
 * Opens a file while the component is there, and forgets it afterwards. A file is shown once all of it has been
 * decrypted and is genuine. Films and recordings of suitable types play as they arrive, and stop if they aren't
 * genuine.
 */
export function useOpenedFile(
  file: AttachedFile,
  token: string | null,
  mediaKind: MediaKind,
): OpenedFile & { tryAgain(): void; player: RefCallback<HTMLMediaElement> } {
  const element = useRef<HTMLMediaElement>(null);
  const [opened, setOpened] = useState<OpenedFile>({ state: 'opening', done: 0, total: file.size });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file never changes, and an attempt is a reason to open it again
  useEffect(() => {
    const leaving = new AbortController();
    const urls: string[] = [];
    const { signal } = leaving;
    let last = { done: 0, total: file.size };
    let playing: string | null = null;
    const become = (next: OpenedFile) => signal.aborted || setOpened(next);
    const report = () =>
      become(playing === null ? { state: 'opening', ...last } : { state: 'arriving', url: playing, ...last });
    const progress = (done: number, total: number) => {
      last = { done, total };
      report();
    };
    const show = (blob: Blob | MediaSource): string => {
      signal.throwIfAborted();
      const url = URL.createObjectURL(blob);
      urls.push(url);
      return url;
    };

    /** @returns null once all of it is played */
    async function arrive(): Promise<Blob | null> {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
        // The worker gets its chunk back, and the player keeps what it was given.
        transform: (chunk, controller) => controller.enqueue(chunk.slice()),
      });
      const opening = keys.openFile({ file, token, to: writable }, progress, signal);
      const readTail = (at: number) => keys.openTail({ file, token, at }, undefined, signal);
      const arriving = playWhileArriving({ stream: readable, size: file.size, readTail }, mediaKind, {
        show(media) {
          playing = show(media);
          report();
        },
        element: () => element.current,
      });
      // If it fails, the worker knows why.
      const [{ bytes, isPlayed }] = await Promise.all([
        arriving.catch(() => opening.then(() => arriving)),
        opening,
      ]);
      return isPlayed ? null : bytes;
    }

    async function open(): Promise<OpenedFile> {
      signal.throwIfAborted();
      const blob = mayStream(mediaKind)
        ? await arrive()
        : await keys.openFile({ file, token }, progress, signal);
      signal.throwIfAborted();
      if (!blob) return playing === null ? { state: 'other' } : { state: 'open', url: playing };
      const type = typeShownAs(mediaKind, new Uint8Array(await blob.slice(0, SIGNATURE_BYTES).arrayBuffer()));
      return type === null ? { state: 'other' } : { state: 'open', url: show(new Blob([blob], { type })) };
    }
    report();
    inTurn(open).then(become, (error: unknown) =>
      become({ state: 'failed', error, wasShown: playing !== null }),
    );
    return () => {
      leaving.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [file.id, token, mediaKind, attempt]);
  const player = (shown: HTMLMediaElement | null) => {
    element.current = shown;
  };
  return { ...opened, tryAgain: () => setAttempt(attempt + 1), player };
}
