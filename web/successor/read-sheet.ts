/** The code on a sheet, read by a camera, from a photo, or from the saved file. */

/** What a sheet says to a machine. */
export interface ReadSheet {
  code: string;
  /** Of the owner's key. Only the file has it. */
  ownerFingerprint: string | null;
}

const CODE = /\b(?:[0-9A-F]{4}-){8}[0-9A-F]{4}\b/i;
/** In our own file, or in one that `npm run vault` has written. */
const OWNER_KEY = /(?:data-owner-key="|^Owner's key\s+)([0-9a-f]{64})\b/m;
/** A text that is longer is no sheet. */
const MOST_BYTES = 1_000_000;
/** Larger pictures take long and show no more. */
const MOST_PIXELS = 1_600;

export function sheetIn(text: string): ReadSheet | null {
  const [code] = CODE.exec(text) ?? [];
  if (!code) return null;
  const [, ownerFingerprint = null] = OWNER_KEY.exec(text) ?? [];
  return { code: code.toUpperCase(), ownerFingerprint };
}

/** Looks for the code in a picture: a frame of a video, or a photo. */
export async function sheetInPicture(
  picture: CanvasImageSource,
  { width, height }: { width: number; height: number },
): Promise<ReadSheet | null> {
  const { default: findQrCode } = await import('jsqr');
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const found = findQrCode(data, canvas.width, canvas.height);
  return found && sheetIn(found.data);
}

/** @returns null if the file shows no code, or cannot be read */
export async function sheetInFile(file: File): Promise<ReadSheet | null> {
  if (!file.type.startsWith('image/')) return file.size > MOST_BYTES ? null : sheetIn(await file.text());
  try {
    const picture = await createImageBitmap(file);
    try {
      return await sheetInPicture(picture, picture);
    } finally {
      picture.close();
    }
  } catch {
    return null;
  }
}
