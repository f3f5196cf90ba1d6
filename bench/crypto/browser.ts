/** Headless Chromium, with a page of `crypto/` as a bundler would make it for production. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { Failure } from '../../dev/cli/failure.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { findChromium } from '../../dev/programs/chromium.ts';
import type { Closing } from '../bench.ts';
import type { measure, Times } from './measure.ts';

/** Far longer than any round takes. */
const LONGEST_MS = 180_000;

/** The page's program: files by name. */
async function bundle(): Promise<Map<string, string>> {
  const entry = fileURLToPath(new URL('page.ts', import.meta.url));
  const lib = { entry, formats: ['es' as const], fileName: 'page' };
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib, target: 'es2024' },
  });
  const [built] = Array.isArray(made) ? made : [made];
  if (!built || !('output' in built)) throw new Failure('The page could not be bundled');
  return new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}

/** Serves the page from this machine, because browsers trust a local page with Web Crypto. */
async function serve(files: ReadonlyMap<string, string>, closing: Closing): Promise<string> {
  const server = createServer((request, response) => {
    const program = files.get((request.url ?? '').slice(1));
    response.setHeader('content-type', program ? 'text/javascript' : 'text/html');
    response.end(program ?? '<!doctype html><script type="module" src="/page.js"></script>');
  });
  closing.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Runs `measure` in Chromium. @returns its times, and the version of Chromium */
export async function measureInChromium(
  args: Parameters<typeof measure>,
  say: Say,
  closing: Closing,
): Promise<{ version: string; times: Times[] }> {
  const executablePath = await findChromium(say);
  const address = await serve(await bundle(), closing);
  // As root, Chromium starts only without its sandbox. The page is ours.
  const options = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args: options, timeout: 30_000 });
  closing.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction('"measure" in globalThis');
  const late = setTimeout(() => void browser.close(), LONGEST_MS);
  try {
    const times = await page.evaluate(`measure(...${JSON.stringify(args)})`);
    return { version: browser.version(), times: times as Times[] };
  } finally {
    clearTimeout(late);
  }
}
