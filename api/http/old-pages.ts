/** The pages that the new page has not taken over yet, from `web/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { PLAIN_POLICY } from './page-policy.ts';
import { loadFile, plainFile, type StaticFile } from './static-file.ts';

const WEB = new URL('../../web/', import.meta.url);

/** Opened with `?token=`, so nobody may keep the page or its address. */
const TOKEN_PAGES = ['respond'];

const ASSET_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A page in the frame that all share. Its file holds what differs: its title, its script and its `<main>`. */
function loadPage(name: string): StaticFile {
  const frame = readFileSync(new URL('frame.html', WEB), 'utf8');
  const page = readFileSync(new URL(`${name}.html`, WEB), 'utf8');
  const main = page.indexOf('<main>');
  const html = frame
    .replace('<!-- head of the page -->', () => page.slice(0, main).trim())
    .replace('<!-- main part of the page -->', () => page.slice(main).trim());
  return plainFile(Buffer.from(html), {
    type: 'text/html; charset=utf-8',
    cacheControl: TOKEN_PAGES.includes(name) ? 'no-store' : 'no-cache',
    policy: PLAIN_POLICY,
  });
}

/**
 * Every file by its path.
 *
 * @param replaced whether the new page has taken over a path
 */
export function oldPages(replaced: (path: string) => boolean): Map<string, StaticFile> {
  const pages = TOKEN_PAGES.map((name) => [`/${name}`, name] as const);
  const kept = pages.filter(([path]) => !replaced(path));
  if (kept.length === 0) return new Map();
  const about = { cacheControl: 'no-cache', policy: PLAIN_POLICY } as const;
  const files = new Map<string, StaticFile>();
  for (const [path, name] of kept) files.set(path, loadPage(name));
  for (const name of readdirSync(WEB)) {
    const type = ASSET_TYPES[extname(name)];
    if (type) files.set(`/${name}`, loadFile({ file: new URL(name, WEB), type, ...about }));
  }
  return files;
}
