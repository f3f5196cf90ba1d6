// @ts-nocheck Runs in the browser, whose types the server's code doesn't know.
/* biome-ignore-all lint/correctness/noUndeclaredVariables: as above */
/** What tests do within a page. Each function is sent to the browser, so it uses nothing from outside of it. */

/** @returns what axe finds, or null if axe is not there yet */
export async function runAxe(tags) {
  if (!window.axe) return null;
  /** React Aria names a busy button here by its ID, for seconds after the button may have gone (known upstream). */
  const ANNOUNCER = '[data-live-announcer]';
  /** React Aria hides the rest of the page from screen readers while a list of a combo box is open (known upstream). */
  const OPEN_COMBO_BOX = '[role=combobox][aria-expanded=true]';
  const { violations } = await window.axe.run(
    { exclude: [[ANNOUNCER]] },
    {
      runOnly: { type: 'tag', values: tags },
      rules: document.querySelector(OPEN_COMBO_BOX) ? { 'aria-hidden-focus': { enabled: false } } : {},
      resultTypes: ['violations'],
      // No rule of these tags looks at style sheets, which it would load again.
      preload: false,
    },
  );
  return violations.map(({ id, help, helpUrl, impact, tags: ofRule, nodes }) => ({
    id,
    help,
    helpUrl,
    impact,
    tags: ofRule,
    nodes: nodes.map(({ html, failureSummary = '' }) => ({ html, summary: failureSummary })),
  }));
}

export const currentLook = () => ({
  language: document.documentElement.lang,
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
});

/** Tells the page that someone has chosen a language in another tab, and waits until it has changed to it. */
export async function speakAsOtherTab(language) {
  const frame = () => new Promise(requestAnimationFrame);
  for (let frames = 0; document.documentElement.lang !== language; frames += 1) {
    if (frames > 600) throw new Error(`The page does not change its language to ${language}`);
    // Repeated, because a page that is shown before its script runs doesn't listen yet.
    if (frames % 20 === 0)
      dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: language }));
    await frame();
  }
  // React draws the words a moment after the page has named its language.
  await frame();
  await frame();
}

/** Scrolls to where someone is, after the window has changed its size. */
export function showFocus() {
  const { activeElement, body } = document;
  if (activeElement !== body) activeElement?.scrollIntoView({ block: 'nearest' });
}
