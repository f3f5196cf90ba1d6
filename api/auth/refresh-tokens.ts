/**
 * Refresh tokens: the session's ID, 32 secret bytes, and an HMAC over both. A forged one costs no query. A genuine one
 * that is not the session's current one can only be an old one, unless a backup was restored since.
 *
 * The secret of a session's first token is random; each further one is an HMAC of the previous token. So every API
 * process can answer a repeated exchange with the same token, although no token is stored, and the next one can't be
 * predicted without the key.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Config, jwtSecretsOf } from '../../config.ts';

const SECRET_BYTES = 32;
const FORM = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export interface RefreshTokens {
  /** The first token of a session. It is returned once; only its hash is kept. */
  mint(sessionId: string): string;
  /** The token that this one is exchanged for: always the same. */
  next(token: string): string;
  /** @returns the session a genuine token was made for; null for anything else */
  sessionOf(token: string): string | null;
}

export function refreshTokens(config: Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>): RefreshTokens {
  const secrets = jwtSecretsOf(config);
  // The prefixes keep these uses of the key apart from each other and from signing access tokens.
  const hmac = (text: string, secret: string = config.JWT_SECRET) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest();
  const mac = (body: string, secret?: string) => hmac(`refresh-token ${body}`, secret);
  const sealed = (sessionId: string, secret: Buffer) => {
    const body = `${sessionId}.${secret.toString('base64url')}`;
    return `${body}.${mac(body).toString('base64url')}`;
  };
  return {
    mint: (sessionId) => sealed(sessionId, randomBytes(SECRET_BYTES)),
    next(token) {
      const [sessionId = ''] = token.split('.');
      return sealed(sessionId, hmac(`next-refresh-token ${token}`));
    },
    sessionOf(token) {
      const [, sessionId = '', secret, seal = ''] = token.match(FORM) ?? [];
      const given = Buffer.from(seal, 'base64url');
      const isOurs = secrets.some((each) => {
        const expected = mac(`${sessionId}.${secret}`, each);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs ? sessionId : null;
    },
  };
}

/** The hash of a refresh token, for the session's row. */
export const refreshHash = (token: string): Buffer => createHash('sha256').update(token).digest();
