/**
 * `/docs`: the API description for people, at the API's own origin, wherever the pages of `FRONTEND_URL` are. Its policy
 * runs no script and gives it an origin of its own, so nothing on it could reach the storage or the channels of a vault
 * that is open in another tab.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import { documentPolicy } from '../http/page-policy.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { hashOf, type StaticFile, sendFile } from '../http/static-file.ts';
import { version } from '../monitoring/version.ts';
import type { DescribedApi } from './docs-page/page.ts';

const STYLE = readFileSync(new URL('./docs-page/page.css', import.meta.url), 'utf8');

async function build(routes: readonly RouteDeclaration[]): Promise<StaticFile> {
  // Loaded on demand: building the page takes 7 MB, and most processes never serve it.
  const [{ INTRODUCTION, openApiDocument }, { docsPage }] = await Promise.all([
    import('./document.ts'),
    import('./docs-page/page.ts'),
  ]);
  const described = openApiDocument(routes, version) as unknown as DescribedApi;
  const page = Buffer.from(docsPage(described, INTRODUCTION, STYLE));
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(page), promisify(gzip)(page)]);
  return {
    content: { br, gzip: zipped },
    hash: hashOf(page),
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    policy: documentPolicy(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`),
  };
}

/** Serves the page, which is built at the first request for it. Other paths fall through. */
export function docs(routes: readonly RouteDeclaration[]): Middleware {
  let page: Promise<StaticFile> | undefined;
  return async (ctx, next) => {
    if (ctx.path !== '/docs' && ctx.path !== '/docs/') return next();
    page ??= build(routes);
    await sendFile(ctx, await page);
    // Browsers refuse to open a sandboxed page that also wants a browsing context group of its own.
    ctx.remove('Cross-Origin-Opener-Policy');
  };
}
