// @ts-check
/**
 * Turns a password into the key that we send in its place (key design, version 1): the master key is
 * PBKDF2-SHA-256(password in NFC, SHA-256("vault-v1" ‖ email), 600,000), and we only ever send HKDF(master, "auth").
 */

const ROUNDS = 600_000;
const KEY_BITS = 256;

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {ArrayBuffer | Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/**
 * The authentication key in base64, which the service takes as `password`.
 *
 * @param {string} password as typed: keyboards compose accents differently
 * @param {string} email brought to the form that the service stores: trimmed, NFC, lower case
 * @returns {Promise<string>}
 */
export async function deriveAuthKey(password, email) {
  const { subtle } = crypto;
  const address = email.trim().normalize('NFC').toLowerCase();
  const salt = await subtle.digest('SHA-256', utf8(`vault-v1${address}`));
  const typed = await subtle.importKey('raw', utf8(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const stretching = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS };
  const master = await subtle.deriveBits(stretching, typed, KEY_BITS);
  const key = await subtle.importKey('raw', master, 'HKDF', false, ['deriveBits']);
  const expanding = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8('auth') };
  return toBase64(await subtle.deriveBits(expanding, key, KEY_BITS));
}
