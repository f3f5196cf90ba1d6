/** Runs while the web app is built: gives the first state of a page as HTML. */
import './build/no-browser.ts';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app/app.tsx';
import { setLanguage } from './app/language.ts';
import type { Language } from './locales/areas.ts';

/** Sets the browser's globals that pages use while they render. */
function openAt(path: string): void {
  const location = new URL(path, 'https://prerendered.invalid');
  Object.assign(globalThis, { location, history: { state: null } });
}

/** @throws the page's own errors */
export async function renderPage(path: string, language: Language): Promise<string> {
  openAt(path);
  await setLanguage(language, ['shell']);
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(<App />, {
    // Larger parts would arrive out of order, and be put in place by a script within the HTML.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure = error;
    },
  });
  const html = await text(prelude);
  if (failure) throw failure;
  return html;
}
