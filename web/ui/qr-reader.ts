/** Reading QR codes. Pictures never leave the device. */
import { Problem } from '../../client/problem.ts';

/** Larger pictures take longer and aren't read any better. */
const MOST_PIXELS = 1_600;

/**
 * Looks for a QR code in a frame of a video, or in a photo.
 *
 * @returns what it says, or null if none can be read
 * @throws Problem `unreachable` if the code that reads them does not arrive
 */
export async function textInPicture(
  picture: CanvasImageSource,
  { width, height }: { width: number; height: number },
): Promise<string | null> {
  const { default: findQrCode } = await import('jsqr').catch((cause) => {
    throw new Problem({ code: 'unreachable', status: 0, cause });
  });
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return findQrCode(data, canvas.width, canvas.height)?.data || null;
}
