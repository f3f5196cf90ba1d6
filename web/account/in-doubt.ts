import { changedNothing } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';

/** Whether a failed request may have been carried out all the same: it was sent, and the service didn't refuse it. */
export const isInDoubt = (error: unknown): boolean =>
  error !== null && !(error instanceof CryptoError) && !changedNothing(error);
