/** The file that an entry of kind `file` may hold itself, in Base64. Larger ones are stored beside it: see files.ts. */
import type { Content } from '../crypto/index.ts';

/** Null if it isn't Base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** A content as a list shows it. */
export function contentWithoutData(content: Content): Content {
  if (content.kind !== 'file') return content;
  const { data: _, ...fields } = content.fields;
  return { ...content, fields };
}
