/** The same derivations with Node's own cryptography, to compare with. */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { Box } from '../../crypto/index.ts';

const TAG_BYTES = 16;

export const decode = (base64: string): Buffer => Buffer.from(base64, 'base64');

export const hkdf = (secret: Uint8Array, info: string, salt: Uint8Array = new Uint8Array()): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));

/** AES-256-GCM with the tag at the end. */
export function decrypt(key: Uint8Array, additionalData: string | Uint8Array, { iv, data }: Box): Buffer {
  const sealed = decode(data);
  const decipher = createDecipheriv('aes-256-gcm', key, decode(iv))
    .setAAD(Buffer.from(additionalData as Uint8Array))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
}
