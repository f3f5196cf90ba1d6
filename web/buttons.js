// @ts-check
/**
 * What a page's buttons do. Nothing has an effect before somebody presses one: mail scanners open links, and some
 * run scripts.
 */
import { rehearsal, token, withToken } from './link.js';
import { all, markRehearsal, one } from './page.js';
import { showProblem } from './problem.js';
import { Problem } from './service.js';

/**
 * Sets the page up. Each button runs the act that its `data-act` names.
 *
 * @param {Record<string, () => unknown>} acts
 */
export function startPage(acts) {
  if (token === null) return showProblem(new Problem(Problem.NO_TOKEN));
  for (const link of all('[data-with-token]')) {
    link.setAttribute('href', withToken(link.getAttribute('href') ?? ''));
  }
  if (rehearsal) markRehearsal();
  document.addEventListener('click', (event) => {
    // A script that clicks on a page nobody has touched is a scanner, not a sign of life.
    if (!event.isTrusted && !navigator.userActivation?.hasBeenActive) return;
    const button = event.target instanceof Element && event.target.closest('[data-act]');
    if (!(button instanceof HTMLElement)) return;
    const act = acts[button.dataset.act ?? ''];
    if (act) attempt(button, act);
  });
}

let busy = false;

/**
 * Runs one act at a time, however often its button is pressed.
 *
 * @param {HTMLElement} button
 * @param {() => unknown} act
 */
async function attempt(button, act) {
  if (busy) return;
  busy = true;
  // Not `disabled`, which would take the focus away from people who use the keyboard.
  button.setAttribute('aria-disabled', 'true');
  one('[data-slot="status"]').textContent = 'One moment…';
  try {
    await act();
    one('[data-slot="status"]').textContent = '';
  } catch (error) {
    showProblem(error);
  } finally {
    button.removeAttribute('aria-disabled');
    busy = false;
  }
}
