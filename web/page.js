// @ts-check
/** What a page shows: finding its elements, filling them in, and replacing the question by the outcome. */

/** @typedef {import('./service.js').Json} Json */

/** @param {string} selector */
export const all = (selector, root = document.body) =>
  /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));

/** @param {string} selector */
export const one = (selector, root = document.body) =>
  /** @type {HTMLElement} */ (root.querySelector(selector));

/**
 * Fills in `data-field` elements, and shows a `data-when` element only if its field has a value.
 *
 * @param {HTMLElement} root
 * @param {Json} data
 */
export function fill(root, data) {
  for (const element of all('[data-when]', root)) element.hidden = !data[element.dataset.when ?? ''];
  for (const element of all('[data-field]', root)) {
    const value = data[element.dataset.field ?? ''];
    if (value === undefined || value === null) continue;
    element.textContent = element instanceof HTMLTimeElement ? moment(value) : String(value);
    if (element instanceof HTMLTimeElement) element.dateTime = value;
  }
}

/** Says on every step of the page that this is a rehearsal. */
export function markRehearsal() {
  for (const element of all('[data-rehearsal]')) element.hidden = false;
  for (const element of all('[data-real]')) element.hidden = true;
  if (!document.title.startsWith('Rehearsal')) document.title = `Rehearsal: ${document.title}`;
}

/**
 * Shows the outcome instead of the question, and moves the focus there.
 *
 * @param {Json} data
 */
export function done(data) {
  const outcome = one('[data-step="done"]');
  fill(outcome, data);
  one('[data-step="ask"]').hidden = true;
  outcome.hidden = false;
  const heading = one('h1');
  if (heading.dataset.done) {
    heading.textContent = heading.dataset.done;
    document.title = `${heading.dataset.done} · Vault Handover`;
  }
  if (data.rehearsal === true) markRehearsal();
  heading.focus();
  scrollTo({ top: 0 });
}

/**
 * @param {string} className
 * @param {string[]} texts empty ones are left out
 */
export function paragraphs(className, texts) {
  const box = document.createElement('div');
  box.className = className;
  for (const text of texts.filter(Boolean)) {
    box.append(Object.assign(document.createElement('p'), { textContent: text }));
  }
  return box;
}

/** A moment in the reader's time zone, and in UTC as our emails write it. @param {string} iso */
function moment(iso) {
  const at = new Date(iso);
  const weekday = at.toLocaleDateString('en-GB', { weekday: 'long' });
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long' });
  const full = `${weekday} ${day}, ${at.toLocaleTimeString('en-GB', { timeStyle: 'short' })}`;
  const utc = at.toLocaleString('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return at.getTimezoneOffset() === 0 ? `${full} UTC` : `${full}, your time (${utc} UTC)`;
}
