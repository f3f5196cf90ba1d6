/** The code on a sheet, read by a camera, from a photo, or from the saved file. */
import { textInPicture } from '../ui/qr-reader.ts';

/** The machine-readable contents of a sheet. */
export interface ReadSheet {
  code: string;
  /** The fingerprint of the owner's key. Only the file has it. */
  ownerFingerprint: string | null;
}

const CODE = /\b(?:[0-9A-F]{4}-){8}[0-9A-F]{4}\b/i;
/** In our own file, or in one that the command line has written. */
const OWNER_KEY = /(?:data-owner-key="|^Owner's key\s+)([0-9a-f]{64})\b/m;
/** A longer text can't be a sheet. */
const MOST_BYTES = 1_000_000;

export function sheetIn(text: string): ReadSheet | null {
  const [code] = CODE.exec(text) ?? [];
  if (!code) return null;
  const [, ownerFingerprint = null] = OWNER_KEY.exec(text) ?? [];
  return { code: code.toUpperCase(), ownerFingerprint };
}

/**
 * @returns null if the file shows no code, or cannot be read
 * @throws Problem `unreachable`
 */
export async function sheetInFile(file: File): Promise<ReadSheet | null> {
  if (!file.type.startsWith('image/')) {
    return file.size > MOST_BYTES ? null : file.text().then(sheetIn, () => null);
  }
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    return sheetIn((await textInPicture(picture, picture)) ?? '');
  } finally {
    picture.close();
  }
}
