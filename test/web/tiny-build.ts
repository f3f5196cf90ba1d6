/** A page as small as can be, as `npm run build` would leave it. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFiles } from '../../web/build/compress.ts';

const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(100);

/** Files by their names. */
export const TINY_FILES = {
  'index.html': `<!doctype html><title>Tiny</title><script type="module" src="/assets/main-Ab12.js"></script>`,
  'help.en.html': `<!doctype html><meta property="og:image" content="https://frontend.invalid/a.png"><!-- ${LONG} -->`,
  'log-in.en.html': `<!doctype html><title>Tiny log-in</title><h1>Log in</h1>`,
  'check-in.en.html': `<!doctype html><title>Tiny check-in</title><h1>Check in</h1>`,
  'check-in.de.html': `<!doctype html><title>Kleine Meldung</title><h1>Lebenszeichen geben</h1>`,
  'mark.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${LONG} --></svg>`,
  'assets/main-Ab12.js': `console.log(${JSON.stringify(LONG)});`,
  'assets/vault-worker-Cd34.js': `self.onmessage = () => ${JSON.stringify(LONG)};`,
  'assets/film-worker-Ij90.js': 'self.onmessage = () => {};',
  'assets/main-Ef56.css': `body { margin: 0 } /* ${LONG} */`,
  'assets/small-Gh78.js': 'export default 1;',
};

export interface TinyBuild {
  folder: URL;
  remove(): Promise<void>;
}

/** @param paths as in `web/paths.json` */
export async function tinyBuild(paths: { pages: string[]; token: string[] }): Promise<TinyBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-build-'));
  for (const [name, content] of Object.entries({ ...TINY_FILES, 'paths.json': JSON.stringify(paths) })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const help = createHash('sha256').update(TINY_FILES['help.en.html']).digest('hex');
  await writeFile(join(folder, 'hashes.txt'), `${help}  /help?lang=en\n`);
  await compressFiles(folder);
  return { folder: pathToFileURL(`${folder}/`), remove: () => rm(folder, { recursive: true }) };
}
