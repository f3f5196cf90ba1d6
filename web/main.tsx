import { i18n } from '@lingui/core';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepFocus } from './app/keep-focus.ts';
import { followOtherTabs, preferredLanguage, setLanguage } from './app/language.ts';
import { ignoreMissedDrops } from './app/missed-drops.ts';
import { loadPage } from './app/pages.tsx';
import { lockWhenIdle } from './session/idle.ts';
import { followNewerKeys } from './session/newer-keys.ts';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/controls.css';
import './style/overlays.css';
import './style/pictures.css';

lockWhenIdle();
followNewerKeys();
ignoreMissedDrops();
keepFocus();
i18n.on('change', () => {
  document.documentElement.lang = i18n.locale;
});

/**
 * Not a top-level await: the build puts this file together with modules that pages import, so a page that is awaited
 * here would wait for this file to finish.
 */
async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root element');
  const language = preferredLanguage();
  /** The build may have rendered the page in the reader's language. */
  const isThere = root.hasChildNodes() && document.documentElement.lang === language;
  await setLanguage(language, ['shell']);
  const isReady =
    isThere &&
    (await loadPage(location.pathname).then(
      () => true,
      () => false,
    ));
  if (isReady) hydrateRoot(root, <App />);
  else createRoot(root).render(<App />);
  followOtherTabs();
}

void show();
