/** The code on a sheet, read by a camera, from a photo, or from the saved file. */
import type { TypedKit } from '../../client/inheritance.ts';
import { readSheet } from '../../client/kit-sheet.ts';
import { textInPicture } from '../ui/qr-reader.ts';

/** A longer text can't be a sheet. */
const MOST_BYTES = 1_000_000;

/**
 * @returns null if the file shows no code, or cannot be read
 * @throws Problem `unreachable`
 */
export async function sheetInFile(file: File): Promise<TypedKit | null> {
  if (!file.type.startsWith('image/')) {
    return file.size > MOST_BYTES ? null : file.text().then(readSheet, () => null);
  }
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    return readSheet((await textInPicture(picture, picture)) ?? '');
  } finally {
    picture.close();
  }
}
