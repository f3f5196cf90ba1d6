// @ts-check
/**
 * Turns a password into the key that we send in its place (docs/crypto.md): Argon2id makes the master key, and we only
 * ever send HKDF(master, "auth").
 */

/** @typedef {{ version: number, name: string, memoryKiB: number, passes: number, parallelism: number }} Kdf */

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Whoever could make us use less could guess the password from what we send. */
const WEAKEST = { memoryKiB: 65_536, passes: 3 };
/** More would only make the browser hang. */
const COSTLIEST = { memoryKiB: 1_048_576, passes: 20, parallelism: 16 };

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {ArrayBuffer | Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** @param {Kdf} kdf */
const isAcceptable = ({ name, memoryKiB, passes, parallelism }) =>
  name === 'argon2id' &&
  memoryKiB >= WEAKEST.memoryKiB &&
  memoryKiB <= COSTLIEST.memoryKiB &&
  passes >= WEAKEST.passes &&
  passes <= COSTLIEST.passes &&
  parallelism >= 1 &&
  parallelism <= COSTLIEST.parallelism;

/**
 * The authentication key in base64, which the service takes as `password`.
 *
 * @param {string} password as typed: keyboards compose accents differently
 * @param {string} email brought to the form that the service stores: trimmed, NFC, lower case
 * @param {Kdf} kdf what the service asks for
 * @returns {Promise<string>}
 * @throws {RangeError} if it asks for too little or too much
 */
export async function deriveAuthKey(password, email, kdf) {
  if (!isAcceptable(kdf)) throw new RangeError('The service asks for a key derivation that we do not accept');
  const { subtle } = crypto;
  const address = email.trim().normalize('NFC').toLowerCase();
  const salt = new Uint8Array(await subtle.digest('SHA-256', utf8(`vault-v1${address}`)));
  // From /argon2.js, which the page loads first.
  const master = await /** @type {any} */ (globalThis).hashwasm.argon2id({
    password: utf8(password.normalize('NFC')),
    salt: salt.subarray(0, SALT_BYTES),
    memorySize: kdf.memoryKiB,
    iterations: kdf.passes,
    parallelism: kdf.parallelism,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  });
  const key = await subtle.importKey('raw', master, 'HKDF', false, ['deriveBits']);
  const expanding = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8('auth') };
  return toBase64(await subtle.deriveBits(expanding, key, 8 * KEY_BYTES));
}
