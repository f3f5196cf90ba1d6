/** Random bytes in place of ciphertext, which the service cannot read anyway. */
import { randomBytes, randomUUID } from 'node:crypto';

export const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

/** An entry that nobody will ever decrypt. */
export const sealed = () => ({
  id: randomUUID(),
  encryptedData: base64(64),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM' as const,
});
