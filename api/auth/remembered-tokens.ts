/** Access tokens whose signature was verified before, which costs more than all the rest of most requests. */
import type { Claims } from './caller.ts';

/** The most tokens remembered. Each takes about half a kilobyte. */
const MOST = 10_000;

export interface VerifiedToken {
  claims: Claims;
  /** In milliseconds, as the token says. */
  expiresAt: number;
}

/**
 * Remembers tokens by their whole text, so a token with any difference is verified again. The oldest is forgotten
 * first.
 */
export function rememberedTokens(most = MOST) {
  const tokens = new Map<string, VerifiedToken>();
  return {
    find: (token: string): VerifiedToken | undefined => tokens.get(token),
    remember(token: string, verified: VerifiedToken): void {
      if (tokens.size >= most) {
        const [oldest] = tokens.keys();
        if (oldest !== undefined) tokens.delete(oldest);
      }
      tokens.set(token, verified);
    },
  };
}
