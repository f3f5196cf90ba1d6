import { changedNothing } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';

/** Whether what failed may have been carried out nevertheless: it was sent, and the service didn't refuse it. */
export const isInDoubt = (error: unknown): boolean =>
  error !== null && !(error instanceof CryptoError) && !changedNothing(error);
