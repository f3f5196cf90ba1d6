/** Plays a film with a single index while it arrives: a worker of its own cuts it into parts. */
import { ownScript } from '../app/own-script.ts';
import type { FilmPart, FromFilmWorker, ToFilmWorker } from './film-worker.ts';
import workerUrl from './film-worker.ts?worker&url';
import { type MediaTarget, openMedia, type PartsPlayer, playsInParts, whenUpdated } from './parts-player.ts';

/** How far ahead of playback parts are handed to the browser. */
const AHEAD_SECONDS = 30;
/** How much of what was played is kept if the browser has no more room. */
const BEHIND_SECONDS = 2;

/** Created once, because a page may create each policy only once. */
let script: string | undefined;

function startWorker(): Worker {
  script ??= ownScript('film-worker', new URL(workerUrl, location.href).href);
  return new Worker(script, { type: 'module', name: 'film' });
}

interface Parts {
  turn: number;
  next(): Promise<FilmPart>;
  restart(from: number): void;
  take(part: FilmPart): void;
}

/** The parts of a film, one after the other, until playback jumps elsewhere. */
function partsOf(tell: (message: ToFilmWorker) => void): Parts {
  let waiting: ((part: FilmPart) => void) | undefined;
  const parts: Parts = {
    turn: 0,
    next() {
      tell('next');
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    restart(from) {
      const ended = { turn: parts.turn, part: null };
      parts.turn += 1;
      tell({ turn: parts.turn, from });
      waiting?.(ended);
    },
    take(part) {
      if (part.turn === parts.turn) waiting?.(part);
    },
  };
  return parts;
}

/** Resolves once the element plays on, or jumps elsewhere. */
async function whenPlaybackMoves(element: HTMLMediaElement): Promise<void> {
  const leaving = new AbortController();
  await new Promise((resolve) => {
    for (const event of ['timeupdate', 'seeking'])
      element.addEventListener(event, resolve, { signal: leaving.signal });
  });
  leaving.abort();
}

/** The end of what is buffered around a time. The time itself if nothing is. */
function endOfBuffered({ buffered }: SourceBuffer, at: number): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) - 0.2 <= at && at <= buffered.end(i)) return buffered.end(i);
  return at;
}

/** @returns whether there was anything to remove */
async function makeRoom(buffer: SourceBuffer, played: number): Promise<boolean> {
  if (buffer.buffered.length === 0 || buffer.buffered.start(0) >= played) return false;
  buffer.remove(0, played);
  await whenUpdated(buffer);
  return true;
}

async function feed(buffer: SourceBuffer, element: HTMLMediaElement, parts: Parts): Promise<void> {
  let turn = parts.turn;
  const isWanted = () => turn === parts.turn;

  async function append(part: Uint8Array<ArrayBuffer>): Promise<void> {
    while (isWanted()) {
      try {
        buffer.appendBuffer(part);
        await whenUpdated(buffer);
        return;
      } catch (error) {
        if ((error as Error).name !== 'QuotaExceededError') throw error;
        if (!(await makeRoom(buffer, element.currentTime - BEHIND_SECONDS))) await whenPlaybackMoves(element);
      }
    }
  }

  for (;;) {
    const { currentTime } = element;
    if (!isWanted()) {
      turn = parts.turn;
      buffer.abort();
      buffer.remove(0, Number.POSITIVE_INFINITY);
      await whenUpdated(buffer);
    } else if (endOfBuffered(buffer, currentTime) - currentTime > AHEAD_SECONDS) {
      await whenPlaybackMoves(element);
    } else {
      const { part, turn: of } = await parts.next();
      if (part && of === turn) await append(part);
      else if (isWanted()) await whenPlaybackMoves(element);
    }
  }
}

/**
 * @param readTail reads the end of the file
 * @returns a player that takes the pieces of the file
 */
export function playFilm(
  size: number,
  readTail: (from: number) => Promise<Uint8Array<ArrayBuffer>>,
  target: MediaTarget,
): PartsPlayer {
  const worker = startWorker();
  const leaving = new AbortController();
  const tell = (message: ToFilmWorker) => worker.postMessage(message);
  const parts = partsOf(tell);
  let sent = 0;

  async function start({ type, seconds }: { type: string; seconds: number }): Promise<void> {
    if (!playsInParts(type)) return;
    const media = await openMedia(target);
    const element = target.element();
    if (!element) return;
    const buffer = media.addSourceBuffer(type);
    media.duration = seconds;
    parts.restart(0);
    const seeking = () => {
      const at = element.currentTime;
      if (endOfBuffered(buffer, at) === at) parts.restart(at);
    };
    element.addEventListener('seeking', seeking, { signal: leaving.signal });
    await feed(buffer, element, parts);
  }

  worker.onmessage = ({ data }: MessageEvent<FromFilmWorker>) => {
    // Whatever goes wrong, the film is shown once all of it is there.
    if ('tailFrom' in data)
      readTail(data.tailFrom).then(
        (tail) => tell({ tail }),
        () => {},
      );
    else if ('turn' in data) parts.take(data);
    else if (data.film) start(data.film).catch(() => {});
  };
  tell({ size });
  return {
    async append(_part, pieces) {
      for (const piece of pieces.slice(sent)) tell({ piece });
      sent = pieces.length;
    },
    end: () => false,
    close() {
      leaving.abort();
      worker.terminate();
    },
  };
}
