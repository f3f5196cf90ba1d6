/** Sessions: where the account is logged in, and ending that. */
import { Session } from '../../../db/entities/session.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { deviceOf } from '../../auth/user-agent.ts';
import { notFound } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { Invalidated, SessionList, SessionParams } from './schema.ts';

/** The live sessions of an owner. */
const liveOf = (userId: string, now: Date) => ({ userId, revokedAt: null, expiresAt: { $gt: now } });

const list = route({
  method: 'get',
  path: '/sessions',
  tag: 'Sessions',
  summary: 'List sessions, last used first',
  access: 'session',
  responses: { 200: SessionList },
  async handler({ em, caller, now }) {
    const rows = await em.find(Session, liveOf(caller.user.id, now), {
      orderBy: { lastUsedAt: 'desc', id: 'desc' },
    });
    return {
      body: {
        sessions: rows.map(({ id, kind, ...row }) => ({
          id,
          kind,
          device: deviceOf(row.userAgent ?? null),
          ipAddress: row.ipAddress ?? null,
          userAgent: row.userAgent ?? null,
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.lastUsedAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
          isCurrent: id === caller.session.id,
        })),
      },
    };
  },
});

const end = route({
  method: 'delete',
  path: '/sessions/:sessionId',
  tag: 'Sessions',
  summary: 'End a session, including this one',
  description:
    'Its tokens stop working with the next request, in every API process, and its websockets are closed.',
  access: 'session',
  params: SessionParams,
  responses: { 200: messageBody },
  errors: ['not_found'],
  async handler({ em, caller, params: { sessionId }, now, record, deps, ctx }) {
    const ended = await em.nativeUpdate(
      Session,
      { id: sessionId, ...liveOf(caller.user.id, now) },
      { revokedAt: now },
    );
    if (ended !== 1) throw notFound('Session');
    await record('session_revoked', { sessionId });
    const own = sessionId === caller.session.id;
    if (own && caller.session.kind === 'browser') clearSessionCookies(ctx, deps.config);
    return { body: { message: own ? 'You are logged out.' : 'The session has ended.' } };
  },
});

const endOthers = route({
  method: 'post',
  path: '/sessions/invalidate-others',
  tag: 'Sessions',
  summary: 'End all other sessions',
  access: 'session',
  responses: { 200: Invalidated },
  async handler({ em, caller, now, record }) {
    const invalidatedCount = await em.nativeUpdate(
      Session,
      { ...liveOf(caller.user.id, now), id: { $ne: caller.session.id } },
      { revokedAt: now },
    );
    if (invalidatedCount > 0) await record('session_revoked', { count: invalidatedCount });
    const message =
      invalidatedCount === 0 ? 'There were no other sessions.' : 'All other sessions have ended.';
    return { body: { message, invalidatedCount } };
  },
});

export const sessionRoutes = [list, end, endOthers];
