/** What the service cannot read: bytes that stand for ciphertext. */
import { randomBytes, randomUUID } from 'node:crypto';

export const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

/** An entry that nobody will ever open. */
export const sealed = () => ({
  id: randomUUID(),
  encryptedData: base64(64),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM' as const,
});
