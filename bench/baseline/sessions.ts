/** The caller: a token verified once, and a session that is in Redis now. */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from 'koa';
import type { Pool } from 'pg';

export interface BaselineSettings {
  port: number;
  database: { host: string; port: number; user: string; password: string; database: string };
  redis: { host: string; port: number };
  jwtSecret: string;
  activitySecret: string;
  /** Whether writes keep the API's promises when several processes write. */
  promises: boolean;
}

const WINDOW_SECONDS = 15 * 60;
const MOST_REQUESTS = 100_000_000;
const TOKEN_MS = 60 * 60_000;
const SESSION_MS = 7 * 24 * 60 * 60_000;
/** Most tokens remembered at a time. */
const MOST_REMEMBERED = 10_000;

interface BaselineClaims {
  userId: string;
  sessionId: string;
  expiresAt: number;
}

/** The key of a live session's owner in Redis. */
export const sessionKey = (sessionId: string): string => `baseline:session:${sessionId}`;

export interface BaselineCallers {
  /** Counts the request and returns its owner's ID. @throws an error with status 401 or 429 */
  callerOf(ctx: Context, now: Date): Promise<string>;
  /** @returns an access token */
  openSession(userId: string, ctx: Context, now: Date): Promise<string>;
}

export function callers({ jwtSecret }: BaselineSettings, pool: Pool, redis: Redis): BaselineCallers {
  const key = createSecretKey(Buffer.from(jwtSecret, 'base64'));
  const remembered = new Map<string, BaselineClaims>();

  async function verify(token: string, now: Date): Promise<BaselineClaims | undefined> {
    const known = remembered.get(token);
    if (known) return known.expiresAt > now.getTime() ? known : undefined;
    const options = { algorithms: ['HS512'], issuer: 'vault-handover', currentDate: now };
    const verified = await jwtVerify(token, key, options).catch(() => undefined);
    const { sub, sid, exp } = verified?.payload ?? {};
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const claims = { userId: sub, sessionId: sid, expiresAt: exp * 1_000 };
    remembered.set(token, claims);
    return claims;
  }

  return {
    async callerOf(ctx, now) {
      const header = ctx.get('Authorization');
      const claims = header.startsWith('Bearer ') ? await verify(header.slice(7), now) : undefined;
      if (!claims) return ctx.throw(401);
      const { userId, sessionId } = claims;
      const limit = `baseline:limit:${sessionId}`;
      const answers = await redis
        .pipeline()
        .get(sessionKey(sessionId))
        .incr(limit)
        .expire(limit, WINDOW_SECONDS, 'NX')
        .exec();
      const [session, count] = answers ?? [];
      if (!session || session[0] || !count || count[0]) return ctx.throw(503);
      if (session[1] !== userId) ctx.throw(401);
      if (Number(count[1]) > MOST_REQUESTS) ctx.throw(429);
      return userId;
    },
    async openSession(userId, ctx, now) {
      const id = randomUUID();
      await pool.query({
        name: 'open-session',
        text: `insert into session (id, user_id, kind, refresh_hash, ip_address, user_agent, created_at, last_used_at,
            expires_at, confirmed_at)
          values ($1, $2, 'app', $3, $4, $5, $6, $6, $7, $6)`,
        values: [
          id,
          userId,
          randomBytes(32),
          ctx.ip,
          ctx.get('User-Agent'),
          now,
          new Date(now.getTime() + SESSION_MS),
        ],
      });
      await redis.set(sessionKey(id), userId, 'PX', SESSION_MS);
      return new SignJWT({ sid: id })
        .setProtectedHeader({ alg: 'HS512' })
        .setIssuer('vault-handover')
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + TOKEN_MS))
        .sign(key);
    },
  };
}
