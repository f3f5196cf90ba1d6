import { base64, bytes, sha256 } from './plain.ts';

/** An attacker who knows everything public, and has keys of their own. */
export const FORGER = sha256('the forger');

/** The same text with one bit flipped. */
export function flipped(text: string, at: number): string {
  const data = bytes(text);
  data[at < 0 ? data.length + at : at]! ^= 1;
  return base64(data);
}
