/**
 * Refresh tokens: the session's ID, 32 random bytes, and an HMAC over both. A forged one costs no query, and one
 * that we made but that is not the session's current one can only be an old one: it was copied.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

const SECRET_BYTES = 32;
const FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export interface RefreshTokens {
  /** A new token for a session. It is returned once; only its hash is kept. */
  mint(sessionId: string): string;
  /** @returns which session a token of ours was made for; null for anything else */
  sessionOf(token: string): string | null;
}

export function refreshTokens(config: Pick<Config, 'JWT_SECRET'>): RefreshTokens {
  const key = Buffer.from(config.JWT_SECRET, 'base64');
  // The prefix keeps this use of the key apart from signing access tokens.
  const mac = (body: string) => createHmac('sha256', key).update(`refresh-token ${body}`).digest();
  return {
    mint(sessionId) {
      const body = `${sessionId}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
      return `${body}.${mac(body).toString('base64url')}`;
    },
    sessionOf(token) {
      const [, sessionId = '', secret, seal = ''] = token.match(FORM) ?? [];
      const expected = mac(`${sessionId}.${secret}`);
      const given = Buffer.from(seal, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : null;
    },
  };
}

/** What the session record keeps of a refresh token. */
export const refreshHash = (token: string): Buffer => createHash('sha256').update(token).digest();
