/** Sessions: access tokens (JWT), and the live record that every one of them needs. */
import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from 'koa';
import type { Config } from '../config.ts';
import { Session } from '../db/entities/session.ts';
import { User } from '../db/entities/user.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Caller } from './route.ts';

const ALGORITHM = 'HS512';
const ISSUER = 'vault-handover';
/** How stale `lastUsedAt` may be: a write per request would cost more than it tells. */
const LAST_USED_EVERY_MS = 60_000;

export interface AccessTokens {
  /** A JWT naming user and session, good for `JWT_EXPIRES_IN`. */
  issue(userId: string, sessionId: string, now: Date): Promise<string>;
  /** @returns null for anything that is not a token of ours in its lifetime */
  verify(token: string, now: Date): Promise<{ userId: string; sessionId: string } | null>;
}

export function accessTokens(config: Config): AccessTokens {
  const key = createSecretKey(Buffer.from(config.JWT_SECRET, 'base64'));
  return {
    issue: (userId, sessionId, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + config.JWT_EXPIRES_IN))
        .sign(key),
    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: now,
        });
        const { sub, sid } = payload;
        return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
      } catch {
        return null;
      }
    },
  };
}

/** Where the request carries its access token. A header wins: a program may share a browser's cookie jar. */
export function presentedToken(ctx: Context): { token: string; via: 'header' | 'cookie' } | null {
  const bearer = ctx.get('Authorization').match(/^Bearer ([A-Za-z0-9._-]+)$/i)?.[1];
  if (bearer) return { token: bearer, via: 'header' };
  const cookie = ctx.cookies.get('accessToken');
  return cookie ? { token: cookie, via: 'cookie' } : null;
}

/** Who calls: the token must be valid and its session record live at this very moment. */
export async function findCaller(
  em: EntityManager,
  tokens: AccessTokens,
  presented: { token: string; via: 'header' | 'cookie' },
  now: Date,
): Promise<Caller | null> {
  const claims = await tokens.verify(presented.token, now);
  if (!claims) return null;
  const session = await em.findOne(Session, {
    id: claims.sessionId,
    userId: claims.userId,
    revokedAt: null,
    expiresAt: { $gt: now },
  });
  const user = session && (await em.findOne(User, { id: session.userId }));
  if (!session || !user) return null;
  if (now.getTime() - session.lastUsedAt.getTime() > LAST_USED_EVERY_MS) {
    await em.nativeUpdate(Session, { id: session.id }, { lastUsedAt: now });
  }
  return { user, session, human: presented.via === 'cookie' && session.kind === 'browser' };
}
