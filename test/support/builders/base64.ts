import { randomBytes } from 'node:crypto';

/** Random bytes as clients send keys, salts and ciphertexts. */
export const base64 = (bytes: number): string => randomBytes(bytes).toString('base64');
