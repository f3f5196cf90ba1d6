/** The bytes of a file that have arrived: its beginning, and perhaps its end. */
import type { FilmBytes } from './remux.ts';

/** A larger end than this isn't an index, which takes a hundredth of a film, or a few hundredths of a recording. */
const longestTail = (size: number): number => Math.min(size / 8, 64 * 1024 * 1024);

export interface ArrivedBytes extends FilmBytes {
  /** The next piece of the beginning. */
  add(piece: Blob): void;
  /** The end, which was asked for. */
  addTail(tail: Uint8Array): void;
}

/**
 * @param askForTail is called, at most once, with a position near the end, when a read there needs bytes that haven't
 *   arrived: the index of a film may be at its end.
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
