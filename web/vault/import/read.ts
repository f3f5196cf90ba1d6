/** Reads a file for its preview. */
import { readBitwarden } from './bitwarden.ts';
import { readChrome, readFirefox } from './browsers.ts';
import type { Format } from './detect.ts';
import { type OpenEntry, readDecrypted, readEncrypted } from './our-exports.ts';
import type { ImportWords, ReadFile } from './reading.ts';

export interface ReadOptions {
  words: ImportWords;
  /** For an encrypted export of ours. */
  open: OpenEntry;
  progress?: (done: number, of: number) => void;
}

/** @param format as `detect` has found it */
export async function readFile(
  format: Format,
  text: string,
  { words, open, progress }: ReadOptions,
): Promise<ReadFile> {
  const plain = text.replace(/^\uFEFF/, '');
  switch (format) {
    case 'decrypted':
      return readDecrypted(plain);
    case 'encrypted':
      return readEncrypted(plain, open, progress);
    case 'bitwarden':
      return readBitwarden(plain, words);
    case 'chrome':
      return readChrome(plain, words);
    case 'firefox':
      return readFirefox(plain, words);
  }
}
