/**
 * `node dev/run.mjs scripts/social-picture.ts`: makes web/public/social.png, the picture that previews of links to us
 * show.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { runCommand } from '../dev/cli/command.ts';
import { narrate } from '../dev/cli/progress.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { findChromium } from '../dev/programs/chromium.ts';

const WEB = join(checkout, 'web');
const FONT = 'node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2';

/** What link previews are shown at (Open Graph, Twitter's large card). */
const SIZE = { width: 1_200, height: 630 };

const STYLE = `
body { display: flex; flex-direction: column; justify-content: space-between; box-sizing: border-box; height: 100vh;
  margin: 0; padding: 64px 88px 48px; background: var(--sheet); color: var(--ink); }
header { display: flex; align-items: center; gap: 28px; font: 600 68px "Source Serif 4"; }
header svg { width: 92px; height: 92px; }
.picture.wide { margin: 0; }`;

async function firstDrawing(): Promise<string> {
  const server = await createServer({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { drawing } = await server.ssrLoadModule('/build/drawing.tsx');
    return drawing();
  } finally {
    await server.close();
  }
}

async function page(): Promise<string> {
  const read = (path: string): Promise<string> => readFile(join(WEB, path), 'utf8');
  const [tokens, pictures, icon] = await Promise.all(
    ['style/tokens.css', 'style/pictures.css', 'public/icon.svg'].map(read),
  );
  const font = await readFile(join(checkout, FONT), 'base64');
  const face = `@font-face { font-family: "Source Serif 4"; font-weight: 600; src: url(data:font/woff2;base64,${font}) }`;
  return `<!doctype html><style>${face}${tokens}${pictures}${STYLE}</style>
    <header>${icon}Vault Handover</header>${await firstDrawing()}`;
}

await runCommand(async () => {
  const html = await page();
  const browser = await chromium.launch({ executablePath: await findChromium(narrate()) });
  try {
    const tab = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await tab.setContent(html);
    await tab.evaluate('document.fonts.ready.then(() => undefined)');
    await writeFile(join(WEB, 'public', 'social.png'), await tab.screenshot());
  } finally {
    await browser.close();
  }
});
