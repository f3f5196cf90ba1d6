/** How much an entry holds. */
import { type Content, writeContent } from '../crypto/index.ts';

/** What the text of an entry may take in UTF-8: a ciphertext of 1 MiB, less a signature and a tag. */
export const MOST_TEXT_BYTES = 1024 * 1024 - 64 - 16;

const encoder = new TextEncoder();

/** What a content takes in UTF-8, against `MOST_TEXT_BYTES`. */
export const textBytes = (content: Content): number => encoder.encode(writeContent(content)).length;

export const fitsEntry = (content: Content): boolean => textBytes(content) <= MOST_TEXT_BYTES;
