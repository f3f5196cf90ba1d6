// @ts-check
import { deriveAuthKey, toBase64 } from './auth-key.js';
import { startPage } from './buttons.js';
import { token } from './link.js';
import { done, one } from './page.js';
import { call, Problem } from './service.js';

const MIN_PASSWORD_LENGTH = 12;

startPage({
  reset: async () => {
    const detail = inputProblem();
    if (detail) throw new Problem(Problem.BAD_INPUT, { detail });
    const email = typed('email').trim();
    const kdf = (await call('/auth/kdf', { email })).data.current;
    const password = await deriveAuthKey(typed('password'), email, kdf);
    const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)));
    // It holds no key, so the next log-in asks for the recovery code.
    const keyBundle = { version: 1, kdf, awaiting: 'recovery' };
    const chosen = { password, salt, kdfVersion: kdf.version, keyBundle };
    done((await call('/auth/reset-password', { token, email, ...chosen })).data);
  },
});

/** What to correct before we send anything, or an empty string. */
function inputProblem() {
  if (!typed('email').includes('@')) {
    return 'Please enter your account’s email address: the one we sent this email to.';
  }
  if ([...typed('password')].length < MIN_PASSWORD_LENGTH) {
    return `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  return typed('password') === typed('repeated') ? '' : 'The passwords don’t match. Please type them again.';
}

/** @param {string} id */
function typed(id) {
  return /** @type {HTMLInputElement} */ (one(`#${id}`)).value;
}
