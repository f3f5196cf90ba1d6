/** Playing in parts, with Media Source Extensions: shared by all kinds of parts. */

/** The element that plays. */
export interface MediaTarget {
  /** Gives it to the element, which must be there before anything is played. */
  show(media: MediaSource): void;
  element(): HTMLMediaElement | null;
}

export interface PartsPlayer {
  /**
   * Hands over the next part. Once the browser has no more room, nothing happens.
   *
   * @param pieces all that has arrived so far, except for the last bit
   */
  append(part: Uint8Array<ArrayBuffer>, pieces: readonly Blob[]): Promise<void>;
  /** Says that this was all. @returns whether the element plays all of it */
  end(): boolean;
  close(): void;
}

/** iPhones have only `ManagedMediaSource`, which may remove parts at any time, even when nothing more arrives. */
export const mayEvictParts = !('MediaSource' in globalThis);

const {
  MediaSource: Media = (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource,
} = globalThis as { MediaSource?: typeof MediaSource };

/** Whether this browser plays anything in parts. */
export const canPlayParts = Media !== undefined;

/** @param type with its codecs */
export const playsInParts = (type: string): boolean => Media?.isTypeSupported(type) ?? false;

export async function openMedia(target: MediaTarget): Promise<MediaSource> {
  const media = new Media!();
  const opened = new Promise((resolve) => media.addEventListener('sourceopen', resolve, { once: true }));
  target.show(media);
  await opened;
  return media;
}

/** Resolves once the browser has taken a part, or removed some. */
export const whenUpdated = (buffer: SourceBuffer): Promise<unknown> =>
  new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }));
