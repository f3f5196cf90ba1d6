import { CryptoError } from '../../crypto/index.ts';

/** Whether something failed in this browser, so that nothing was sent. */
export const isFromHere = (error: unknown): boolean => error instanceof CryptoError;
