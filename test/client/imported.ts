/** Files of other programs and of our own, as the import reads them. */
import { readFileSync } from 'node:fs';
import { type DecryptedEntry, decryptedExport } from '../../client/decrypted-export.ts';
import { detect } from '../../client/import/detect.ts';
import type { ReadFile } from '../../client/import/reading.ts';
import { CryptoError } from '../../crypto/index.ts';

export const ID = '0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a01';
export const words = { untitled: 'Untitled', favourite: 'favourite', archived: 'archived' };
export const open = async (): Promise<never> => {
  throw new CryptoError('entry_refused');
};

export const sample = (name: string): string =>
  readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');

export const fileOf = (file: string | Uint8Array): Blob =>
  new Blob([typeof file === 'string' ? file : new Uint8Array(file)]);

export async function read(file: string | Uint8Array): Promise<ReadFile> {
  const found = await detect(fileOf(file));
  if ('refusal' in found) throw new Error(found.refusal);
  return found.read({ words, open });
}

export const formatOf = async (file: string | Uint8Array) => {
  const found = await detect(fileOf(file));
  return 'refusal' in found ? found.refusal : found.format;
};

export async function decrypted(entries: DecryptedEntry[]): Promise<string> {
  let text = '';
  for await (const piece of decryptedExport(entries, { exportedAt: new Date() })) text += piece;
  return text;
}
