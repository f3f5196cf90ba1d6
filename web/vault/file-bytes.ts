/** Files between the disk and an entry. */

import { fitsEntry } from '../../client/entry-size.ts';
import type { Content } from '../../crypto/index.ts';

/** A file of this size surely fits with a name and a few labels: Base64 takes four characters for three bytes. */
export const MOST_FILE_BYTES = 780_000;

/** Reads a whole file as Base64. */
function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}

/** The name of a file without its ending, as a title. */
export const titleOf = (fileName: string): string => fileName.replace(/\.[^.]{1,5}$/, '') || fileName;

/** @returns null if it is too large for an entry */
export async function contentOf(
  file: File,
  labels: Pick<Content, 'category' | 'tags'>,
): Promise<Content | null> {
  if (file.size > MOST_FILE_BYTES * 1.1) return null;
  const content: Content = {
    version: 1,
    kind: 'file',
    title: titleOf(file.name),
    ...labels,
    fields: { name: file.name, data: await toBase64(file) },
  };
  return fitsEntry(content) ? content : null;
}

const LONGEST_PREVIEW = 20_000;

/** The beginning of a file that is text; null for everything else. */
export function textIn(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, LONGEST_PREVIEW);
  if (start.includes(0)) return null;
  try {
    // The last character may be cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(start, {
      stream: bytes.length > LONGEST_PREVIEW,
    });
  } catch {
    return null;
  }
}
