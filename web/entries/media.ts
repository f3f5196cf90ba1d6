/**
 * How a file may be shown. Only types that browsers draw or play without running anything in them: neither SVG nor
 * HTML. The type comes from the owner's machine, so the first bytes must match it before anything is shown.
 */

export type MediaKind = 'picture' | 'sound' | 'film' | 'paper';

const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** Without AVI, WMV, AIFF and others that browsers don't play. Each has several names, with and without `x-`. */
const SOUNDS = /^audio[/](x-)?(mp4|m4a|3gpp2?|webm|ogg|opus|wav|wave|vnd.wave|flac|mpeg|mp3)\b/i;
const FILMS = /^video[/](x-)?(mp4|m4v|quicktime|3gpp2?|webm|matroska|ogg)\b/i;

/** Null if the file can only be saved. */
export function mediaKindOf(type: string): MediaKind | null {
  if (PICTURES.has(type)) return 'picture';
  if (type === 'application/pdf') return 'paper';
  if (SOUNDS.test(type)) return 'sound';
  return FILMS.test(type) ? 'film' : null;
}

/** How many of its first bytes tell what a file is. */
export const SIGNATURE_BYTES = 16;

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const begins =
  (...start: number[]) =>
  (bytes: Uint8Array): boolean =>
    start.every((byte, at) => bytes[at] === byte);

const says =
  (at: number, ...words: string[]) =>
  (bytes: Uint8Array): boolean =>
    words.includes(latin(bytes, at, at + words[0]!.length));

const riff = (what: string) => (bytes: Uint8Array) => says(0, 'RIFF')(bytes) && says(8, what)(bytes);

/** For browsers, `.mov` is MP4 too. */
const isMp4 = (bytes: Uint8Array) => says(4, 'ftyp')(bytes) && !says(8, 'avif', 'avis')(bytes);

/** The types of each kind of media, and how their files begin. */
const BEGINNINGS: Record<MediaKind, [type: string, isSo: (bytes: Uint8Array) => boolean][]> = {
  picture: [
    ['image/png', begins(0x89, 0x50, 0x4e, 0x47)],
    ['image/jpeg', begins(0xff, 0xd8, 0xff)],
    ['image/gif', says(0, 'GIF8')],
    ['image/webp', riff('WEBP')],
    ['image/avif', (bytes) => says(4, 'ftyp')(bytes) && says(8, 'avif', 'avis')(bytes)],
  ],
  film: [
    ['video/mp4', isMp4],
    ['video/webm', begins(0x1a, 0x45, 0xdf, 0xa3)],
    ['video/ogg', says(0, 'OggS')],
  ],
  sound: [
    ['audio/mp4', isMp4],
    ['audio/webm', begins(0x1a, 0x45, 0xdf, 0xa3)],
    ['audio/ogg', says(0, 'OggS')],
    ['audio/wav', riff('WAVE')],
    ['audio/flac', says(0, 'fLaC')],
    ['audio/mpeg', says(0, 'ID3')],
    ['audio/mpeg', ([first = 0, second = 0]) => first === 0xff && (second & 0xe6) === 0xe2],
  ],
  paper: [['application/pdf', says(0, '%PDF-')]],
};

/** The media type under which a file is shown, or null if its first bytes belong to something else. */
export const typeShownAs = (mediaKind: MediaKind, bytes: Uint8Array): string | null =>
  BEGINNINGS[mediaKind].find(([, isSo]) => isSo(bytes))?.[0] ?? null;
