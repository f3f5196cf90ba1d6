/** Answers that a page gets on a bad day, without first causing what would lead to them. */
import type { BrowserContext } from 'playwright-core';

interface GivenRefusal {
  code?: string;
  status?: number;
  /** How many times; for ever if left out. */
  times?: number;
  method?: string;
  /** Seconds, in the header. The default is more than any client waits. */
  retryAfter?: number;
}

const matching = (path: string): RegExp => new RegExp(`/api/v1${path}(\\?.*)?$`);

/**
 * Makes the API refuse, by default because of too many requests, and for longer than a page waits by itself.
 *
 * @returns a function that ends this
 */
export async function refuse(
  context: BrowserContext,
  path: string,
  { code = 'rate_limited', status = 429, times, method, retryAfter = 300 }: GivenRefusal = {},
): Promise<() => Promise<void>> {
  const url = matching(path);
  await context.route(
    url,
    (route) =>
      method === undefined || route.request().method() === method
        ? route.fulfill({
            status,
            headers: { 'retry-after': String(retryAfter) },
            contentType: 'application/problem+json',
            body: JSON.stringify({ type: 'about:blank', title: code, status, code }),
          })
        : route.fallback(),
    times === undefined ? {} : { times },
  );
  return () => context.unroute(url);
}

/** Lines with entries, as one document has them. */
function documentIn(lines: string): object {
  const [head, ...entries] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  return { ...head, entries };
}

function linesOf({ entries, ...head }: { entries: object[] }): string {
  return [{ ...head, entryCount: entries.length }, ...entries].map((each) => JSON.stringify(each)).join('\n');
}

/** Changes what the API answers, in one document or in lines. @returns a function that ends this */
export async function alter<Body>(
  context: BrowserContext,
  path: string,
  change: (body: Body) => unknown,
): Promise<() => Promise<void>> {
  const url = matching(path);
  await context.route(url, async (route) => {
    // The API may be closing the idle connection that this takes. A browser would open another one.
    const reply = await route.fetch({ maxRetries: 3 }).catch(() => null);
    const inLines = reply?.headers()['content-type'] === 'application/x-ndjson';
    const body = await reply
      ?.text()
      .then((text) => (inLines ? documentIn(text) : JSON.parse(text)))
      .catch(() => null);
    // The page has gone elsewhere in the meantime, and with it the request, the answer or its body.
    if (!reply || !body) return void (await route.abort().catch(() => {}));
    const changed = change(body as Body);
    await route
      .fulfill({ response: reply, body: inLines ? linesOf(changed as never) : JSON.stringify(changed) })
      .catch(() => {});
  });
  return () => context.unroute(url);
}

/** Makes the API wait with an answer. @returns a function that lets it go on */
export async function holdBack(context: BrowserContext, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route(matching(path), async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Breaks the connection of one request, before its outcome is known. */
export async function cutOff(context: BrowserContext, path: string, method: string): Promise<void> {
  let isOver = false;
  await context.route(matching(path), async (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    isOver = true;
    await route.abort();
  });
}
