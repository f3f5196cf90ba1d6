/** Writes the first state of some pages into HTML files, so that they show before their script has arrived. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { type Area, LANGUAGES, type Language } from '../locales/areas.ts';

interface FirstPage {
  path: string;
  /** Where its code is, below `web`. */
  module: string;
  area: Area;
}

/** The pages where people arrive most often. */
const FIRST_PAGES: readonly FirstPage[] = [
  { path: '/log-in', module: 'session/log-in.tsx', area: 'session' },
  { path: '/check-in', module: 'switch/check-in.tsx', area: 'switch' },
];

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type RenderPage = (path: string, language: Language) => Promise<string>;

interface Rendered {
  page: FirstPage;
  language: Language;
  html: string;
}

async function renderAll(root: string): Promise<Rendered[]> {
  const server = await createServer({
    configFile: `${root}/vite.config.ts`,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const rendered: Rendered[] = [];
  try {
    const { renderPage } = (await server.ssrLoadModule('/prerender.tsx')) as { renderPage: RenderPage };
    for (const page of FIRST_PAGES) {
      for (const language of LANGUAGES) {
        rendered.push({ page, language, html: await renderPage(page.path, language) });
      }
    }
  } finally {
    await server.close();
  }
  return rendered;
}

/** The built file of a source, and everything that it imports. */
function chunksOf(bundle: Bundle, module: string): Chunk[] {
  const all = Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk');
  const own = all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
  if (!own) throw new Error(`web/${module} is no part of the build that is loaded by itself`);
  const found = new Set([own]);
  for (const { imports } of found) {
    for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

/** Links for files that the browser should load at once, unless `index.html` has them. */
function linksFor(bundle: Bundle, modules: string[], index: string): string {
  const chunks = modules.flatMap((module) => chunksOf(bundle, module));
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const isNew = (name: string): boolean => !index.includes(`/${name}"`);
  return [
    ...[...new Set(styles)]
      .filter(isNew)
      .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...[...new Set(chunks.map(({ fileName }) => fileName))]
      .filter(isNew)
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ].join('\n    ');
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`web/index.html has no ${from}`);
  return text.replace(from, () => to);
}

/** `/log-in` becomes `log-in.en.html` and `log-in.de.html`. The server chooses between them. */
export const prerender = (): Plugin => ({
  name: 'prerender',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8');
      for (const { page, language, html } of await renderAll(this.environment.config.root)) {
        const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
        const modules = [page.module, `locales/shell/${language}.po`, `locales/${page.area}/${language}.po`];
        let file = replaced(index, '<html lang="en">', `<html lang="${language}">`);
        file = replaced(file, '<title>', `<title>${title.replaceAll(/<!--.*?-->/g, '')} · `);
        file = replaced(file, '<div id="root"></div>', `<div id="root">${html}</div>`);
        file = replaced(file, '</head>', `  ${linksFor(bundle, modules, index)}\n  </head>`);
        writeFileSync(join(dir, `${page.path.slice(1)}.${language}.html`), file);
      }
    },
  },
});
