// @ts-check
/**
 * The pages behind the links in our mails. Nothing here has an effect before somebody presses a button: mail
 * scanners open links, and some run scripts. What loads by itself only describes.
 *
 * A page says what it is in `<body data-page>`; its buttons name what they do in `data-act`.
 */

import { deriveAuthKey, toBase64 } from './auth-key.js';

/** How long an answer may take before we say that there is none. */
const PATIENCE_MS = 30_000;

/** @typedef {Record<string, any>} Json */
/** @typedef {{ path: string, message: string }} FieldError */

/** An answer other than success, or none at all (status 0). */
class Trouble extends Error {
  /**
   * @param {number} status
   * @param {{ title?: unknown, detail?: unknown, code?: unknown, errors?: FieldError[] }} [problem] RFC 9457
   * @param {string | null} [retryAfter] the header: seconds or a date
   */
  constructor(status, problem = {}, retryAfter = null) {
    super(`${problem.detail ?? problem.title ?? ''}`);
    this.status = status;
    this.title = `${problem.title ?? ''}`;
    this.code = `${problem.code ?? ''}`;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.retryAfter = retryAfter;
  }
}

// The token

/**
 * Takes the token out of the address bar, so that it is not shown, bookmarked or sent on. It stays with this
 * entry of the tab's history: a reload and the back button keep it, another tab never sees it.
 *
 * @returns {string | null}
 */
function takeToken() {
  const given = new URLSearchParams(location.search).get('token')?.trim();
  if (given) history.replaceState({ token: given, rehearsal }, '', location.pathname);
  const kept = history.state?.token;
  return typeof kept === 'string' ? kept : null;
}

/** Whether the mail said that this is a rehearsal. Kept like the token; the service's answer says it again. */
const rehearsal = new URLSearchParams(location.search).has('rehearsal') || history.state?.rehearsal === true;
const token = takeToken();

/** @param {string} path */
const withToken = (path, its = token ?? '') => `${path}?token=${encodeURIComponent(its)}`;

// The service

/**
 * Calls the API with the link's token alone: no cookie of a logged-in owner goes along.
 *
 * @param {string} path
 * @param {Json} [body] makes it a POST
 * @returns {Promise<{ data: Json, text: string }>}
 * @throws {Trouble}
 */
async function call(path, body) {
  if (token === null) throw new Trouble(-1);
  let response;
  let text;
  try {
    response = await fetch(`/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Accept: 'application/json, application/problem+json',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // A reset makes this browser known when it logs in; nothing else here has to do with cookies.
      credentials: path === '/auth/reset-password' ? 'same-origin' : 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      // Old phones lack it; they wait for as long as the network does.
      signal: AbortSignal.timeout?.(PATIENCE_MS),
    });
    text = await response.text();
  } catch {
    throw new Trouble(0);
  }
  const data = parsed(text);
  if (!response.ok) throw new Trouble(response.status, data ?? {}, response.headers.get('Retry-After'));
  // The log-in page of a hotel's network also answers 200, but not in JSON.
  if (data === null) throw new Trouble(0);
  return { data, text };
}

/**
 * @param {string} text
 * @returns {Json | null} null unless it is a JSON object
 */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

// The page

/** @param {string} selector */
const all = (selector, root = document.body) =>
  /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));

/** @param {string} selector */
const one = (selector, root = document.body) => /** @type {HTMLElement} */ (root.querySelector(selector));

const step = (/** @type {string} */ name) => one(`[data-step="${name}"]`);

/**
 * Writes data into the elements that name it: `data-field` is filled, `data-when` is shown if there is any.
 *
 * @param {HTMLElement} root
 * @param {Json} data
 */
function fill(root, data) {
  for (const element of all('[data-when]', root)) element.hidden = !data[element.dataset.when ?? ''];
  for (const element of all('[data-field]', root)) {
    const value = data[element.dataset.field ?? ''];
    if (value === undefined || value === null) continue;
    element.textContent = element instanceof HTMLTimeElement ? moment(value) : String(value);
    if (element instanceof HTMLTimeElement) element.dateTime = value;
  }
}

/** Says on every step of the page that nothing has happened. */
function markRehearsal() {
  for (const element of all('[data-rehearsal]')) element.hidden = false;
  for (const element of all('[data-real]')) element.hidden = true;
  if (!document.title.startsWith('Rehearsal')) document.title = `Rehearsal: ${document.title}`;
}

/**
 * Shows the outcome in place of the question, and takes the reader there.
 *
 * @param {Json} data
 */
function done(data) {
  fill(step('done'), data);
  step('ask').hidden = true;
  step('done').hidden = false;
  const heading = one('h1');
  if (heading.dataset.done) {
    heading.textContent = heading.dataset.done;
    document.title = `${heading.dataset.done} · Vault Handover`;
  }
  if (data.rehearsal === true) markRehearsal();
  heading.focus();
  scrollTo({ top: 0 });
}

/** A moment in the reader's own time zone, and in UTC as our mails write it. @param {string} iso */
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

// Trouble

/**
 * What went wrong, in the service's words, and what to do next, in ours.
 *
 * @param {unknown} error
 */
function showTrouble(error) {
  const trouble = error instanceof Trouble ? error : new Trouble(500);
  const { title, advice, calm } = explained(trouble);
  const notice = paragraphs(calm ? 'notice' : 'notice problem', [
    title,
    trouble.message,
    ...trouble.errors.filter((e) => !isAboutToken(e)).map((e) => e.message),
    advice,
  ]);
  notice.firstElementChild?.classList.add('title');
  if (trouble.code === 'token_expired' && !rehearsal)
    for (const offer of all('[data-renew]')) offer.hidden = false;
  one('[data-slot="status"]').replaceChildren(notice);
}

/** @param {FieldError} error */
const isAboutToken = ({ path }) => path.endsWith('token');

/**
 * @param {Trouble} trouble
 * @returns {{ title: string, advice: string, calm?: boolean }} calm where nothing is wrong
 */
function explained({ status, title, code, errors, retryAfter }) {
  if (status === -1) {
    return {
      title: 'This page needs the link from your mail',
      advice: 'Please open the link in the mail again, or copy the whole address into your browser.',
    };
  }
  if (status === -2) return { title: 'Please look again', advice: '', calm: true };
  if (status === 0) {
    return {
      title: 'We could not reach the service',
      advice: 'Please look at your connection and press the button again. It does no harm to press it twice.',
    };
  }
  if (status === 429) {
    return {
      title: 'Too many tries',
      advice: `Your link is still good. Please press again ${after(retryAfter)}.`,
    };
  }
  if (status >= 500) {
    return {
      title: 'The service cannot answer right now',
      advice: `This is our fault, not yours, and your link is still good. Please press again ${after(retryAfter)}.`,
    };
  }
  if (code === 'access_not_released') {
    return { title: 'It is not open yet', advice: adviceFor('closed'), calm: true };
  }
  if (code === 'successor_opted_out') {
    return { title: 'You’re not a successor any more', advice: '', calm: true };
  }
  if (status === 410) return { title: title || 'This link is over', advice: adviceFor('link'), calm: true };
  if (status === 400 && !errors.some(isAboutToken)) {
    return { title: 'The service did not accept this', advice: '' };
  }
  if ([400, 401, 404].includes(status))
    return { title: 'This link does not work', advice: adviceFor('link') };
  return { title: 'This is not possible now', advice: adviceFor('link') };
}

/** The page's own advice, from its `<template data-advice>`. @param {string} kind */
function adviceFor(kind) {
  const template = /** @type {HTMLTemplateElement | null} */ (
    document.querySelector(`template[data-advice="${kind}"]`)
  );
  return template?.content.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}

/** A `Retry-After` in words. @param {string | null} header seconds or a date (RFC 9110, 10.2.3) */
function after(header) {
  const seconds = /^\d+$/.test(header ?? '')
    ? Number(header)
    : (Date.parse(header ?? '') - Date.now()) / 1_000;
  if (!(seconds > 0)) return 'in a moment';
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return `in ${Math.ceil(seconds)} seconds`;
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

/**
 * @param {string} className
 * @param {string[]} texts empty ones are left out
 */
function paragraphs(className, texts) {
  const box = document.createElement('div');
  box.className = className;
  for (const text of texts.filter(Boolean)) {
    box.append(Object.assign(document.createElement('p'), { textContent: text }));
  }
  return box;
}

// What the buttons do

let busy = false;

/**
 * Runs one effect, once, however often the button is pressed; afterwards the button can be used again.
 *
 * @param {HTMLElement} button
 * @param {() => Promise<void>} effect
 */
async function attempt(button, effect) {
  if (busy) return;
  busy = true;
  // Not `disabled`: that would take the focus away from whoever uses the keyboard.
  button.setAttribute('aria-disabled', 'true');
  one('[data-slot="status"]').textContent = 'One moment…';
  try {
    await effect();
    one('[data-slot="status"]').textContent = '';
  } catch (error) {
    showTrouble(error);
  } finally {
    button.removeAttribute('aria-disabled');
    busy = false;
  }
}

/** What `status` means to the owner who reads it. @type {Record<string, string>} */
const AT_PRESENT = {
  off: 'Your switch is off: nobody would receive your vault.',
  armed: 'All is well.',
  reminding: 'We are waiting for a sign of life from you.',
  grace_period: 'You have had the final notice. The grace period is running.',
  awaiting_successors: 'Your successors are being asked whether they accept.',
  released: 'Your successors have access to what you left to them.',
  completed: 'Your vault has been handed over.',
  paused: 'Your switch is paused.',
};

/** Says whose switch it is and how it stands. The button works without that, so only a bad link is told. */
async function describeSwitch() {
  try {
    const { data } = await call(withToken('/activity/check-in-link'));
    const facts = one('[data-slot="facts"]');
    fill(facts, { ...data, status: AT_PRESENT[data.status] ?? data.status });
    facts.hidden = false;
  } catch (error) {
    const { status } = /** @type {Trouble} */ (error);
    if (status >= 400 && status < 429) showTrouble(error);
  }
}

/** @param {'accept' | 'decline' | 'owner_alive'} response */
async function respond(response) {
  const message = /** @type {HTMLTextAreaElement} */ (one('#message')).value.trim();
  const { data } = await call('/handover/respond', { token, response, ...(message && { message }) });
  if (data.accessToken) {
    const mark = data.rehearsal === true ? '&rehearsal=1' : '';
    one('[data-access]').setAttribute('href', withToken('/access', data.accessToken) + mark);
  }
  const accepted = response === 'accept';
  const [declined, alive] = [response === 'decline', response === 'owner_alive'];
  done({ ...data, waiting: accepted && !data.accessToken, declined, alive });
}

/** A new link comes by mail alone: whoever found an old one gets nothing by it. */
async function renewAccess() {
  const { data } = await call('/handover/renew-access', { token });
  one('[data-slot="renewed"]').replaceChildren(paragraphs('notice', [data.message]));
}

/** @param {boolean} asking */
function confirmDecline(asking) {
  one('[data-choice]').hidden = asking;
  one('[data-confirm]').hidden = !asking;
  one(asking ? '#confirm-title' : '[data-act="ask-decline"]').focus();
}

const SHORTEST_PASSWORD = 12;

/** @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ (one(`#${id}`)).value;

/** What is wrong with what was typed, before anything is sent; empty if nothing is. */
function passwordTrouble() {
  if (!typed('email').includes('@'))
    return 'Please give the address of your account, which this mail was sent to.';
  if ([...typed('password')].length < SHORTEST_PASSWORD)
    return `Please choose a password of at least ${SHORTEST_PASSWORD} characters.`;
  return typed('password') === typed('repeated') ? '' : 'The two passwords differ. Please type them again.';
}

async function resetPassword() {
  const detail = passwordTrouble();
  if (detail) throw new Trouble(-2, { detail });
  const email = typed('email').trim();
  const password = await deriveAuthKey(typed('password'), email);
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  done((await call('/auth/reset-password', { token, email, password, salt })).data);
}

/** The answer of the service as it came, to the byte: what opens it later may rely on that. */
let opened = '';

async function openVault() {
  const { data, text } = await call(withToken('/vault/successor-access'));
  opened = text;
  one('[data-slot="entries"]').replaceChildren(...data.entries.map(listed));
  const count = data.entries.length;
  done({
    ...data,
    successorName: data.successor.name,
    quorum: data.quorum > 1 ? `${data.accepted} of the ${data.quorum} that are needed` : null,
    entryCount: count === 1 ? 'One entry' : `${count || 'No'} entries`,
  });
}

/**
 * One entry, as far as it can be told without the key.
 *
 * @param {{ category: string, tags: string[], updatedAt: string }} entry
 */
function listed({ category, tags, updatedAt }) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector('template[data-entry]'));
  const item = /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
  one('strong', item).textContent = category || 'Without a category';
  for (const tag of tags) {
    const chip = Object.assign(document.createElement('span'), { className: 'tag', textContent: tag });
    one('time', item).before(chip);
  }
  const day = new Date(updatedAt).toLocaleDateString('en-GB', { dateStyle: 'long' });
  one('time', item).textContent = `updated ${day}`;
  one('time', item).setAttribute('datetime', updatedAt);
  return item;
}

/** A download is no request, so the policy needs no `blob:`; nothing leaves the browser. */
function saveCopy() {
  const name = `vault-handover-${new Date().toISOString().slice(0, 10)}.json`;
  const href = URL.createObjectURL(new Blob([opened], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), PATIENCE_MS);
  one('[data-slot="saved"]').replaceChildren(
    paragraphs('notice', [`Your browser is saving ${name}. Please keep it in a safe place.`]),
  );
}

/** @type {Record<string, Record<string, (button: HTMLElement) => unknown>>} */
const ACTS = {
  'verify-email': {
    verify: (button) => attempt(button, async () => done((await call(withToken('/auth/verify-email'))).data)),
  },
  'check-in': {
    'check-in': (button) =>
      attempt(button, async () => done((await call('/activity/check-in-link', { token })).data)),
  },
  successor: {
    verify: (button) =>
      attempt(button, async () => {
        const { data } = await call(withToken('/successors/verify'));
        done({ ...data, successorName: data.successor.name });
      }),
  },
  'reset-password': {
    reset: (button) => attempt(button, resetPassword),
  },
  respond: {
    accept: (button) => attempt(button, () => respond('accept')),
    decline: (button) => attempt(button, () => respond('decline')),
    alive: (button) => attempt(button, () => respond('owner_alive')),
    'ask-decline': () => confirmDecline(true),
    keep: () => confirmDecline(false),
    renew: (button) => attempt(button, renewAccess),
  },
  access: {
    open: (button) => attempt(button, openVault),
    save: saveCopy,
    renew: (button) => attempt(button, renewAccess),
  },
  'opt-out': {
    'opt-out': (button) =>
      attempt(button, async () => {
        const chosen = /** @type {HTMLInputElement} */ (one('input[name="scope"]:checked'));
        done((await call('/successors/opt-out', { token, scope: chosen.value })).data);
      }),
  },
};

const page = document.body.dataset.page ?? '';

document.addEventListener('click', (event) => {
  // A script that clicks where nobody has touched the page is a scanner, not a sign of life.
  if (!event.isTrusted && !navigator.userActivation?.hasBeenActive) return;
  const button = event.target instanceof Element && event.target.closest('[data-act]');
  if (button instanceof HTMLElement) ACTS[page]?.[button.dataset.act ?? '']?.(button);
});

if (token === null) showTrouble(new Trouble(-1));
else {
  for (const link of all('[data-with-token]'))
    link.setAttribute('href', withToken(link.getAttribute('href') ?? ''));
  if (page === 'check-in') describeSwitch();
  if (rehearsal) markRehearsal();
}
