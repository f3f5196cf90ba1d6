/** Compresses the built files ahead of time, so that the API neither compresses nor keeps more than it sends. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt']);

/** Smaller ones fit into the first packets either way. */
const SMALLEST = 1_024;

const br = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressFile(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [asBr, asGzip] = await Promise.all([br(bytes, { params }), gz(bytes, { level: 9 })]);
  writeFileSync(`${path}.br`, asBr);
  writeFileSync(`${path}.gz`, asGzip);
}

/** Writes `.br` and `.gz` beside each text file of a folder. */
export async function compressFiles(folder: string): Promise<void> {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)) && entry.name !== 'paths.json')
    .map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(texts.map(compressFile));
}

/** The same as the last step of a Vite build. */
export const compress = (): Plugin => ({
  name: 'compress',
  writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => compressFiles(dir) },
});
