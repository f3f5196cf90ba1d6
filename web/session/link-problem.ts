import { hasCode } from '../api/sentences.ts';

/** Whether the link itself is invalid, so that trying again won't help. */
export const isLinkProblem = (error: unknown): boolean =>
  ['token_invalid', 'token_used', 'token_expired'].some((code) => hasCode(error, code));
