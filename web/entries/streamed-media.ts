/**
 * Films and recordings that play while they arrive: WebM and fragmented MP4, which browsers record, as they are, and other
 * MP4, which cameras and phones make, cut into parts. Everything else is shown once all of it is there.
 */
import { playFilm } from './film-player.ts';
import { type MediaKind, typeShownAs } from './media.ts';
import {
  canPlayParts,
  type MediaTarget,
  mayEvictParts,
  openMedia,
  type PartsPlayer,
  playsInParts,
  whenUpdated,
} from './parts-player.ts';

/** Enough to tell the type: the head of a file fits into it. */
const HEAD_BYTES = 64 * 1024;

/** A character for each byte. */
const asLatin = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

const hex = (text: string): string =>
  Array.from(text, (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** The codecs that the tracks of a WebM name, as `addSourceBuffer` takes them. */
const WEBM_CODECS: readonly [name: string, codec: string][] = [
  ['V_VP8', 'vp8'],
  ['V_VP9', 'vp9'],
  ['A_OPUS', 'opus'],
  ['A_VORBIS', 'vorbis'],
];

function mp4Codecs(head: string): string[] {
  const codecs: string[] = [];
  // The profile and the level follow a version.
  const avc = /avcC.(.{3})/s.exec(head);
  if (avc?.[1]) codecs.push(`avc1.${hex(avc[1])}`);
  // A version with flags, the profile, the level, and the bits of a colour in the upper half of a byte.
  const vp9 = /vpcC.{4}(.)(.)(.)/s
    .exec(head)
    ?.slice(1)
    .map((each) => each.charCodeAt(0));
  if (vp9) {
    const [profile = 0, level = 0, bits = 0] = vp9;
    codecs.push(`vp09.${[profile, level, bits >> 4].map((each) => String(each).padStart(2, '0')).join('.')}`);
  }
  if (head.includes('mp4a')) codecs.push('mp4a.40.2');
  if (head.includes('Opus')) codecs.push('opus');
  return codecs;
}

/** The type with its codecs. Null if the file isn't made to be played in parts. */
function partsType(type: string, head: string): string | null {
  const [, container] = type.split('/');
  const isMp4 = container === 'mp4';
  // Without this box, an MP4 is not fragmented: its index covers the whole file.
  if (isMp4 ? !head.includes('mvex') : container !== 'webm') return null;
  const codecs = isMp4
    ? mp4Codecs(head)
    : WEBM_CODECS.filter(([name]) => head.includes(name)).map(([, codec]) => codec);
  return codecs.length === 0 ? null : `${type}; codecs="${codecs.join(', ')}"`;
}

/** Whether this browser may play files of a kind while they arrive. */
export const mayStream = (mediaKind: MediaKind): boolean =>
  canPlayParts && (mediaKind === 'film' || mediaKind === 'sound');

/** Plays parts as they come. @param type with its codecs */
async function playParts(type: string, target: MediaTarget): Promise<PartsPlayer> {
  const media = await openMedia(target);
  let isFull = false;
  let buffer: SourceBuffer | undefined;
  return {
    async append(part) {
      if (isFull || media.readyState !== 'open') return;
      try {
        buffer ??= media.addSourceBuffer(type);
        buffer.appendBuffer(part);
      } catch {
        isFull = true;
        return;
      }
      await whenUpdated(buffer);
    },
    end() {
      if (mayEvictParts || isFull || !buffer || media.readyState !== 'open') return false;
      media.endOfStream();
      // Browsers may have removed what was played, to have room.
      return buffer.buffered.length === 1 && buffer.buffered.start(0) < 1;
    },
    close() {},
  };
}

/** Browsers may keep the pieces of a blob outside of memory. */
const PIECE_BYTES = 1024 * 1024;

function collector() {
  const pieces: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const close = () => {
    pieces.push(new Blob(parts));
    parts = [];
    size = 0;
  };
  return {
    pieces,
    add(part: Uint8Array<ArrayBuffer>) {
      parts.push(part);
      size += part.length;
      if (size >= PIECE_BYTES) close();
    },
    all() {
      close();
      return new Blob(pieces);
    },
  };
}

/** A file that is arriving. */
export interface ArrivingFile {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  size: number;
  /** Reads the end of the file without what comes before. */
  readTail(from: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** @returns null if it can't be played before all of it is there */
async function playerFor(
  { size, readTail }: ArrivingFile,
  mediaKind: MediaKind,
  head: Uint8Array<ArrayBuffer>,
  target: MediaTarget,
): Promise<PartsPlayer | null> {
  const type = typeShownAs(mediaKind, head);
  const streamed = type && partsType(type, asLatin(head));
  if (streamed && playsInParts(streamed)) {
    const player = await playParts(streamed, target);
    await player.append(head, []);
    return player;
  }
  return !streamed && type?.endsWith('/mp4') ? playFilm(size, readTail, target) : null;
}

/**
 * Plays a file while it arrives, if this browser can.
 *
 * @returns all of it, and whether the element plays all of it, once the stream has ended
 * @throws whatever the stream throws
 */
export async function playWhileArriving(
  arriving: ArrivingFile,
  mediaKind: MediaKind,
  target: MediaTarget,
): Promise<{ bytes: Blob; isPlayed: boolean }> {
  const kept = collector();
  const reader = arriving.stream.getReader();
  let head: Uint8Array<ArrayBuffer> | null = new Uint8Array(0);
  let player: PartsPlayer | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: kept.all(), isPlayed: player?.end() ?? false };
      kept.add(value);
      await player?.append(value, kept.pieces);
      if (!head) continue;
      head = new Uint8Array([...head, ...value]);
      if (head.length < HEAD_BYTES) continue;
      player = await playerFor(arriving, mediaKind, head, target);
      head = null;
    }
  } finally {
    player?.close();
  }
}
