/** A worker that reads films. One may be made to break it, so it has no key, and its policy lets it load nothing. */
import { arrivedBytes } from './arrived-bytes.ts';
import { type Film, openFilm } from './remux.ts';

export type ToFilmWorker =
  /** The size of the file. Comes first. */
  | { size: number }
  | { piece: Blob }
  | { tail: Uint8Array }
  /** Where to go on. Turns are numbered, so that a part of an earlier turn isn't taken for one of this turn. */
  | { turn: number; from: number }
  /** Asks for the next part. */
  | 'next';

export interface FilmPart {
  turn: number;
  /** Null at the end. */
  part: Uint8Array<ArrayBuffer> | null;
}

export type FromFilmWorker =
  | { tailFrom: number }
  /** Null if it can't be played in parts. */
  | { film: Pick<Film, 'type' | 'seconds'> | null }
  | FilmPart;

const tell = (message: FromFilmWorker): void => postMessage(message);

let bytes: ReturnType<typeof arrivedBytes>;
let film: Film | null = null;
let parts: ReturnType<Film['from']> | undefined;
let turn = 0;

async function open(size: number): Promise<void> {
  bytes = arrivedBytes(size, (tailFrom) => {
    // Once the film is open, bytes are missing only if the reader skips ahead, and those will arrive.
    if (!film) tell({ tailFrom });
  });
  film = await openFilm(bytes).catch(() => null);
  tell({ film: film && { type: film.type, seconds: film.seconds } });
}

async function next(): Promise<void> {
  const asked = turn;
  const part = await parts!.next();
  tell({ turn: asked, part: part.value ?? null });
}

globalThis.onmessage = ({ data }: MessageEvent<ToFilmWorker>) => {
  if (data === 'next') void next();
  else if ('size' in data) void open(data.size);
  else if ('piece' in data) bytes.add(data.piece);
  else if ('tail' in data) bytes.addTail(data.tail);
  else {
    void parts?.return();
    turn = data.turn;
    parts = film!.from(data.from);
  }
};
