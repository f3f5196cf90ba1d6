/** Access tokens whose signature was verified before, which costs more than everything else about most requests. */
import type { Claims } from './caller.ts';

/** The most tokens remembered. Each takes about half a kilobyte. */
const MOST = 10_000;

export interface Verified {
  claims: Claims;
  /** In milliseconds, as the token says. */
  expiresAt: number;
}

/** Remembers tokens by their whole text, so a token that differs in anything is verified anew. The oldest goes first. */
export function rememberedTokens(most = MOST) {
  const tokens = new Map<string, Verified>();
  return {
    find: (token: string): Verified | undefined => tokens.get(token),
    remember(token: string, verified: Verified): void {
      if (tokens.size >= most) {
        const [oldest] = tokens.keys();
        if (oldest !== undefined) tokens.delete(oldest);
      }
      tokens.set(token, verified);
    },
  };
}
