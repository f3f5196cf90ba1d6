/**
 * Writes `hashes.txt` beside the built files, so that anyone can compare the files that a service sends with those they
 * built: the SHA-256 of each file, and the address at which the service sends it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Read by the service, which doesn't send it. */
const UNSENT = 'paths.json';

/** `index.html` is at `/`, and `log-in.de.html` at `/log-in?lang=de`. */
const addressOf = (name: string): string =>
  `/${name === 'index.html' ? '' : name.replace(/\.(\w+)\.html$/, '?lang=$1')}`;

function linesFor(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== UNSENT)
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${hash}  ${addressOf(relative(folder, path))}\n`;
    });
}

export const listHashes = (): Plugin => ({
  name: 'list-hashes',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir = '' }) => writeFileSync(join(dir, 'hashes.txt'), linesFor(dir).join('')),
  },
});
