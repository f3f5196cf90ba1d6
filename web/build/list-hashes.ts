/** Writes `hashes.txt` beside the built files, so that anybody can compare what a service sends with what they built. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** A line for each file, as `sha256sum --check` reads them. */
function linesFor(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${hash}  ${relative(folder, path)}\n`;
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
