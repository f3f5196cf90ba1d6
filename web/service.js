// @ts-check
/** Calls to the API, and the problems it answers with. */
import { token } from './link.js';

const TIMEOUT_MS = 30_000;

/** @typedef {Record<string, any>} Json */
/** @typedef {{ path: string, message: string }} FieldError */

/** What stopped us: the service refused, or one of these statuses of our own. */
export class Problem extends Error {
  static UNREACHABLE = 0;
  static NO_TOKEN = -1;
  static BAD_INPUT = -2;

  /**
   * @param {number} status
   * @param {{ title?: unknown, detail?: unknown, code?: unknown, errors?: FieldError[] }} [body] RFC 9457
   * @param {string | null} [retryAfter] the header: seconds or a date
   */
  constructor(status, body = {}, retryAfter = null) {
    super(`${body.detail ?? body.title ?? ''}`);
    this.status = status;
    this.title = `${body.title ?? ''}`;
    this.code = `${body.code ?? ''}`;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.retryAfter = retryAfter;
  }
}

/**
 * Calls the API with the link's token and without the cookies of an owner who is logged in.
 *
 * @param {string} path
 * @param {Json} [body] makes it a POST
 * @returns {Promise<{ data: Json, text: string }>}
 * @throws {Problem}
 */
export async function call(path, body) {
  if (token === null) throw new Problem(Problem.NO_TOKEN);
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
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      // Old phones don't have it and wait for as long as the network does.
      signal: AbortSignal.timeout?.(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new Problem(Problem.UNREACHABLE);
  }
  const data = parse(text);
  if (!response.ok) throw new Problem(response.status, data ?? {}, response.headers.get('Retry-After'));
  // The log-in page of a hotel's network also answers 200, but not in JSON.
  if (data === null) throw new Problem(Problem.UNREACHABLE);
  return { data, text };
}

/**
 * @param {string} text
 * @returns {Json | null} null unless it is a JSON object
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
