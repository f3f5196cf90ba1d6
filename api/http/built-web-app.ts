/** The web app that `npm run build` puts into `web/dist`, read once at the start. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { SILENT_POLICY, WEB_APP_POLICY, WORKER_POLICY } from './page-policy.ts';
import { hashOf, type StaticContent, type StaticFile } from './static-file.ts';

export interface BuiltWebApp {
  /** The file at a path. Paths that aren't known at the start are never looked up on disk. */
  at(path: string): BuiltFile | undefined;
  /** The page for any other address, which says that there is nothing here. */
  notFound: StaticFile;
}

export interface BuiltFile extends StaticFile {
  /** A page that the build has rendered ahead of time. */
  inLanguages?: ReadonlyMap<string, StaticFile>;
}

/** `web/paths.json`: the addresses of the web app. `/vault/*` is every address below `/vault`. */
interface Paths {
  pages: string[];
  /** Opened with `?token=`, so nobody may keep the page or its address. */
  token: string[];
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Vite puts a hash of the content into their names. */
const isHashed = (name: string): boolean => name.startsWith('assets/');

const isWorker = (name: string): boolean => /^assets\/[^/]*worker[^/]*\.js$/i.test(name);

function policyOf(name: string): string {
  if (name === 'push.js' || name.startsWith('assets/film-worker')) return SILENT_POLICY;
  return isWorker(name) ? WORKER_POLICY : WEB_APP_POLICY;
}

/** Stands in the built pages for the origin of the service, which only the service knows. */
const ORIGIN = 'https://frontend.invalid';

interface ReadFile {
  name: string;
  plain: Buffer;
  /** Whether it differs from the file that was built and compressed. */
  isChanged: boolean;
}

const hexOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Puts the origin of the service into the pages, and the new hashes of those pages into `hashes.txt`. */
function readFiles(dist: URL, origin: string): ReadFile[] {
  const changed = new Map<string, string>();
  const place = ({ name, plain }: Omit<ReadFile, 'isChanged'>): ReadFile => {
    if (extname(name) !== '.html' || !plain.includes(ORIGIN)) return { name, plain, isChanged: false };
    const page = Buffer.from(String(plain).replaceAll(ORIGIN, origin));
    changed.set(hexOf(plain), hexOf(page));
    return { name, plain: page, isChanged: true };
  };
  const files = filesIn(dist).map((name) => place({ name, plain: readFileSync(new URL(name, dist)) }));
  const rehash = (list: string): string => list.replaceAll(/^\w{64}/gm, (hash) => changed.get(hash) ?? hash);
  return files.map((file) =>
    file.name === 'hashes.txt' && changed.size > 0
      ? { ...file, plain: Buffer.from(rehash(String(file.plain))), isChanged: true }
      : file,
  );
}

function contentOf(dist: URL, { name, plain, isChanged }: ReadFile): StaticContent {
  const compressed = (suffix: string): URL => new URL(`${name}.${suffix}`, dist);
  if (!existsSync(compressed('br'))) return { plain };
  if (isChanged) return { br: brotliCompressSync(plain), gzip: gzipSync(plain) };
  return { br: readFileSync(compressed('br')), gzip: readFileSync(compressed('gz')) };
}

function staticFileOf(dist: URL, file: ReadFile): StaticFile {
  const { name, plain } = file;
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`no media type is known for web/dist/${name}`);
  return {
    content: contentOf(dist, file),
    hash: hashOf(plain),
    type,
    // Browsers check other files every time, so a page never runs an older script.
    cacheControl: isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    policy: policyOf(name),
  };
}

/** The files to serve, relative to the folder. */
const filesIn = (dist: URL): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(fileURLToPath(dist), join(parentPath, name)))
    .filter((name) => !name.startsWith('.') && name !== 'paths.json' && !/\.(br|gz)$/.test(name));

/** Matches the addresses of a list. */
function matcher(paths: readonly string[]): (path: string) => boolean {
  const exact = new Set(paths.filter((path) => !path.endsWith('/*')));
  const folders = paths.filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1));
  return (path) =>
    exact.has(path) || folders.some((folder) => path.length > folder.length && path.startsWith(folder));
}

/** Not to be cached, because an address with a token is for one person, once. */
const uncached = (file: StaticFile): StaticFile => ({ ...file, cacheControl: 'no-store' });

/** Files such as `log-in.de.html`: pages that show before their script has loaded. */
function renderedPages(
  html: ReadonlyMap<string, StaticFile>,
  isPage: (path: string) => boolean,
  isBehindToken: (path: string) => boolean,
): Map<string, Map<string, StaticFile>> {
  const rendered = new Map<string, Map<string, StaticFile>>();
  for (const [name, file] of html) {
    const [, path = '', language = ''] = /^(.+)\.(\w+)$/.exec(name) ?? [];
    if (!isPage(path)) continue;
    const languages = rendered.get(path) ?? new Map<string, StaticFile>();
    rendered.set(path, languages.set(language, isBehindToken(path) ? uncached(file) : file));
  }
  return rendered;
}

/**
 * @param origin at which people open the service
 * @throws Error saying what to do when the web app has not been built
 */
export function readBuiltWebApp(dist: URL, origin: string): BuiltWebApp {
  if (!existsSync(new URL('index.html', dist))) {
    throw new Error('web/dist, the web app, is missing: run `npm run build`');
  }
  const { pages, token } = JSON.parse(readFileSync(new URL('paths.json', dist), 'utf8')) as Paths;
  const files = new Map<string, StaticFile>();
  const html = new Map<string, StaticFile>();
  for (const read of readFiles(dist, origin)) {
    const { name } = read;
    const file = staticFileOf(dist, read);
    if (extname(name) === '.html') html.set(`/${name.slice(0, -'.html'.length)}`, file);
    else files.set(`/${name}`, file);
  }
  const index = html.get('/index')!;
  const isPage = matcher(pages);
  const isBehindToken = matcher(token);
  const rendered = renderedPages(html, (path) => isPage(path) || isBehindToken(path), isBehindToken);
  return {
    at(path) {
      if (!isPage(path) && !isBehindToken(path)) return files.get(path);
      const page = isBehindToken(path) ? uncached(index) : index;
      const inLanguages = rendered.get(path);
      return inLanguages ? { ...page, inLanguages } : page;
    },
    notFound: index,
  };
}
