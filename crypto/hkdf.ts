/** HKDF-SHA-256 (RFC 5869). Everything derived here has 32 bytes. */
import { utf8 } from './bytes.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const BITS = 256;
const NO_SALT = new Uint8Array();

const parameters = (salt: Bytes, info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt,
  info: utf8(info),
});

/** A secret to derive keys from. It cannot be read out again; the caller wipes its own copy. */
export const baseKey = (secret: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits', 'deriveKey']);

/** @param salt empty by default, which means none */
export const deriveBytes = async (base: CryptoKey, info: string, salt: Bytes = NO_SALT): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.deriveBits(parameters(salt, info), base, BITS));

/** A key for AES-256-GCM that cannot be read out. */
export const deriveKey = (base: CryptoKey, info: string, salt: Bytes = NO_SALT): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(parameters(salt, info), base, { name: 'AES-GCM', length: BITS }, false, [
    'encrypt',
    'decrypt',
  ]);
