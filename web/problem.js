// @ts-check
/** Tells people what went wrong, in the service's words, and what to do next, in ours. */
import { rehearsal } from './link.js';
import { all, one, paragraphs } from './page.js';
import { Problem } from './service.js';

/** @param {unknown} error */
export function showProblem(error) {
  const problem = error instanceof Problem ? error : new Problem(500);
  const { title, advice, calm } = explain(problem);
  const notice = paragraphs(calm ? 'notice' : 'notice problem', [
    title,
    problem.message,
    ...problem.errors.filter((e) => !isAboutToken(e)).map((e) => e.message),
    advice,
  ]);
  notice.firstElementChild?.classList.add('title');
  if (problem.code === 'token_expired' && !rehearsal) {
    for (const offer of all('[data-renew]')) offer.hidden = false;
  }
  one('[data-slot="status"]').replaceChildren(notice);
}

/** @param {import('./service.js').FieldError} error */
const isAboutToken = ({ path }) => path.endsWith('token');

/**
 * @param {Problem} problem
 * @returns {{ title: string, advice: string, calm?: boolean }} calm if nothing is wrong
 */
function explain({ status, title, code, errors, retryAfter }) {
  if (status === Problem.NO_TOKEN) {
    return {
      title: 'This page needs the link from your email',
      advice: 'Please open the link in the email again, or copy the whole address into your browser.',
    };
  }
  if (status === Problem.BAD_INPUT) return { title: 'Please check what you typed', advice: '', calm: true };
  if (status === Problem.UNREACHABLE) {
    return {
      title: 'We couldn’t reach the service',
      advice: 'Please check your connection and press the button again. Pressing it twice does no harm.',
    };
  }
  if (status === 429) {
    return {
      title: 'Too many attempts',
      advice: `Your link still works. Please try again ${inWords(retryAfter)}.`,
    };
  }
  if (status >= 500) {
    return {
      title: 'Something went wrong on our side',
      advice: `It’s not your fault, and your link still works. Please try again ${inWords(retryAfter)}.`,
    };
  }
  if (code === 'access_not_released') {
    return { title: 'It isn’t open yet', advice: adviceFor('closed'), calm: true };
  }
  if (code === 'successor_opted_out') {
    return { title: 'You’re no longer a successor', advice: '', calm: true };
  }
  if (status === 410) {
    return { title: title || 'This link has expired', advice: adviceFor('link'), calm: true };
  }
  if (status === 400 && !errors.some(isAboutToken)) {
    return { title: 'The service didn’t accept this', advice: '' };
  }
  if ([400, 401, 404].includes(status)) {
    return { title: 'This link doesn’t work', advice: adviceFor('link') };
  }
  return { title: 'This isn’t possible right now', advice: adviceFor('link') };
}

/** The page's own advice, from its `<template data-advice>`. @param {string} kind */
function adviceFor(kind) {
  const template = /** @type {HTMLTemplateElement | null} */ (
    document.querySelector(`template[data-advice="${kind}"]`)
  );
  return template?.content.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}

/** `Retry-After` in words. @param {string | null} header seconds or a date (RFC 9110, 10.2.3) */
function inWords(header) {
  const seconds = /^\d+$/.test(header ?? '')
    ? Number(header)
    : (Date.parse(header ?? '') - Date.now()) / 1_000;
  if (!(seconds > 0)) return 'in a moment';
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return `in ${Math.ceil(seconds)} seconds`;
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
