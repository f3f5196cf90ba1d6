/** Sessions: access tokens (JWT), and the live record that each of them needs. */
import { createSecretKey, type KeyObject, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Config, jwtSecretsOf } from '../../config.ts';
import { Session, type SessionRow } from '../../db/entities/session.ts';
import type { EntityManager } from '../../db/orm.ts';
import { isRestoredSince } from '../../db/restoration.ts';
import { BoundedMap } from '../bounded-map.ts';
import { Problem } from '../http/errors.ts';
import type { Caller, Claims, Client } from './caller.ts';
import { refreshHash, refreshTokens } from './refresh-tokens.ts';

const ALGORITHM = 'HS512';
const ISSUER = 'vault-handover';
/** The most tokens remembered. Each takes about half a kilobyte. */
const MOST_REMEMBERED = 10_000;

export interface AccessTokens {
  /** A JWT for this user and session, valid for `JWT_EXPIRES_IN`. */
  issue(userId: string, sessionId: string, now: Date): Promise<string>;
  /** @returns null for anything but a valid token of ours */
  verify(token: string, now: Date): Promise<Claims | null>;
}

export function accessTokens(config: Config): AccessTokens {
  const keys = jwtSecretsOf(config).map((secret) => createSecretKey(Buffer.from(secret, 'base64')));
  const [current] = keys as [KeyObject, ...KeyObject[]];
  const claimsBy = (key: KeyObject, token: string, currentDate: Date) =>
    jwtVerify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, currentDate });
  /**
   * Verified tokens by their whole text, so that a token with any difference is verified again. Verifying a signature
   * costs more than all the rest of most requests. `expiresAt` is in milliseconds.
   */
  const verified = new BoundedMap<string, { claims: Claims; expiresAt: number }>(MOST_REMEMBERED);
  return {
    issue: (userId, sessionId, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + config.JWT_EXPIRES_IN))
        .sign(current),
    async verify(token, now) {
      const known = verified.get(token);
      if (known) return known.expiresAt > now.getTime() ? known.claims : null;
      try {
        const { payload } = await Promise.any(keys.map((key) => claimsBy(key, token, now)));
        const { sub, sid, exp } = payload;
        if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null;
        const claims = { userId: sub, sessionId: sid };
        verified.set(token, { claims, expiresAt: exp * 1_000 });
        return claims;
      } catch {
        return null;
      }
    },
  };
}

/**
 * Checks the session again. For requests that took long, because of their body or a lock, and whose effects outlive the
 * session: the owner may have ended it in that time, because a thief was using it.
 *
 * @throws Problem `unauthenticated`
 */
export async function requireLive(
  em: EntityManager,
  { session: { id } }: Pick<Caller, 'session'>,
): Promise<void> {
  if ((await em.count(Session, { id, revokedAt: null })) > 0) return;
  throw new Problem('unauthenticated', 'This session ended while the request was being sent.');
}

/** The tokens that a client has of its session. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
}

/** Far more devices than anyone has. */
const MOST_SESSIONS = 50;

/**
 * Ends the least recently used sessions, so that another one may be opened. Call it with the switch locked, so that
 * log-ins happen one after the other.
 *
 * @returns their IDs
 */
export async function makeRoomForSession(em: EntityManager, userId: string, now: Date): Promise<string[]> {
  const ended = await em.execute<{ id: string }[]>(
    `update session set revoked_at = ? where id in (
       select id from session where user_id = ? and revoked_at is null and expires_at > ?
       order by last_used_at desc, id desc offset ?
     ) returning id`,
    [now, userId, now, MOST_SESSIONS - 1],
  );
  return ended.map(({ id }) => id);
}

/** Opens a session. It ends after `JWT_REFRESH_EXPIRES_IN` unless it is refreshed. */
export async function openSession(
  em: EntityManager,
  config: Config,
  session: Pick<SessionRow, 'userId' | 'kind' | 'establishedDevice'> & Client,
  now: Date,
): Promise<SessionTokens> {
  const id = randomUUIDv7();
  const refreshToken = refreshTokens(config).mint(id);
  // Expired sessions are useless: not even their old refresh tokens are worth detecting.
  await em.nativeDelete(Session, { userId: session.userId, expiresAt: { $lte: now } });
  await em.insert(Session, {
    id,
    ...session,
    refreshHash: refreshHash(refreshToken),
    rotatedAt: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + config.JWT_REFRESH_EXPIRES_IN),
    revokedAt: null,
    // The password has just been shown.
    confirmedAt: now,
  });
  return { accessToken: await accessTokens(config).issue(session.userId, id, now), refreshToken };
}

/** The result of a refresh token. `reused`: it was an old one, and its session has now ended. */
export type TokenRotation =
  | { result: 'rotated'; kind: SessionRow['kind']; tokens: SessionTokens }
  | { result: 'reused'; userId: string }
  | { result: 'invalid' };

/** How long the exchange of a refresh token may be repeated, after a lost answer or from a second tab. */
const REPEATABLE_MS = 10_000;

/** Whether the next token is already the current one, and only since a moment ago. */
function isRepeated({ refreshHash: current, rotatedAt }: SessionRow, next: string, now: Date): boolean {
  // Another process with a clock ahead of ours may have dated it. The window must not grow because of that.
  if (!rotatedAt || Math.abs(now.getTime() - rotatedAt.getTime()) >= REPEATABLE_MS) return false;
  return timingSafeEqual(current, refreshHash(next));
}

/**
 * Exchanges a refresh token for the next one. Repeating that within 10 seconds returns the same next token. Any other
 * use of an old token ends the session for every client that has it, because the owner can't be told from the thief
 * (RFC 9700, 4.14).
 */
export async function rotateSession(
  em: EntityManager,
  config: Config,
  refreshToken: string,
  now: Date,
): Promise<TokenRotation> {
  const refresh = refreshTokens(config);
  const id = refresh.sessionOf(refreshToken);
  if (!id) return { result: 'invalid' };
  const live = { id, revokedAt: null, expiresAt: { $gt: now } };
  const next = refresh.next(refreshToken);
  const rotated = await em.nativeUpdate(
    Session,
    { ...live, refreshHash: refreshHash(refreshToken) },
    {
      refreshHash: refreshHash(next),
      rotatedAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + config.JWT_REFRESH_EXPIRES_IN),
    },
  );
  const session = await em.findOne(Session, { id }, { refresh: true });
  if (!session) return { result: 'invalid' };
  const { userId, kind, revokedAt, expiresAt } = session;
  const isLive = !revokedAt && expiresAt > now;
  if (rotated === 1 || (isLive && isRepeated(session, next, now))) {
    const accessToken = await accessTokens(config).issue(userId, id, now);
    return { result: 'rotated', kind, tokens: { accessToken, refreshToken: next } };
  }
  // Genuine and live, but neither current nor just exchanged: an old one, or one that a restored backup doesn't know.
  const isOld = !(await isRestoredSince(em, session.rotatedAt ?? session.createdAt));
  const ended = await em.nativeUpdate(Session, live, { revokedAt: now });
  return ended === 1 && isOld ? { result: 'reused', userId } : { result: 'invalid' };
}

/** Ends a session. Its tokens stop working. */
export async function revokeSession(em: EntityManager, id: string, now: Date): Promise<void> {
  await em.nativeUpdate(Session, { id, revokedAt: null }, { revokedAt: now });
}
