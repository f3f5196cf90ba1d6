/** What has arrived of a file: its beginning, and perhaps its end. */
import type { FilmBytes } from './remux.ts';

/** A larger end than this is no index: that takes a hundredth of a film, and of a voice a few. */
const longestTail = (size: number): number => Math.min(size / 8, 64 * 1024 * 1024);

export interface ArrivedBytes extends FilmBytes {
  /** The next piece of the beginning. */
  add(piece: Blob): void;
  /** The end, which was asked for. */
  addTail(tail: Uint8Array): void;
}

/**
 * @param askForTail is called with a place near the end, once something is read there that hasn't arrived, as the index of
 *   a film may stand there. It is called at most once.
 */
export function arrivedBytes(size: number, askForTail: (from: number) => void): ArrivedBytes {
  const pieces: { start: number; blob: Blob }[] = [];
  let arrived = 0;
  let tail: { start: number; bytes: Uint8Array } | null = null;
  let isAsked = false;
  let news = Promise.withResolvers<void>();

  function tellNews(): void {
    news.resolve();
    news = Promise.withResolvers();
  }

  function part(start: number, end: number): Blob {
    const parts = pieces
      .filter((piece) => piece.start < end && piece.start + piece.blob.size > start)
      .map((piece) => piece.blob.slice(Math.max(0, start - piece.start), end - piece.start));
    return new Blob(parts);
  }

  return {
    size,
    add(blob) {
      pieces.push({ start: arrived, blob });
      arrived += blob.size;
      tellNews();
    },
    addTail(bytes) {
      tail = { start: size - bytes.length, bytes };
      tellNews();
    },
    async read(start, end) {
      for (;;) {
        const { promise } = news;
        if (end <= arrived) return new Uint8Array(await part(start, end).arrayBuffer());
        if (tail && start >= tail.start) return tail.bytes.subarray(start - tail.start, end - tail.start);
        if (!isAsked && start >= arrived && size - start <= longestTail(size)) {
          isAsked = true;
          askForTail(start);
        }
        await promise;
      }
    },
  };
}
