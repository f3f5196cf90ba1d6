/** How much an entry holds. */
import { type Content, MOST_TEXT_BYTES, writeContent } from '../crypto/index.ts';

export { MOST_TEXT_BYTES };

const encoder = new TextEncoder();

/** The size of a content in UTF-8, to compare with `MOST_TEXT_BYTES`. */
export const textBytes = (content: Content): number => encoder.encode(writeContent(content)).length;

export const fitsEntry = (content: Content): boolean => textBytes(content) <= MOST_TEXT_BYTES;
