/** Sessions: list them, and end them. */
import { Session, type SessionRow } from '../../../db/entities/session.ts';
import { millisecondsOf as ms } from '../../../db/prepared.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { deviceNames, deviceOf } from '../../auth/user-agent.ts';
import { notFound } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { Invalidated, SessionList, SessionParams } from './schema.ts';

/** The live sessions of an owner. */
const liveOf = (userId: string, now: Date) => ({ userId, revokedAt: null, expiresAt: { $gt: now } });

/** A live session as the statement below finds it, with times in milliseconds. */
interface FoundSession {
  id: string;
  kind: SessionRow['kind'];
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  isCurrent: boolean;
}

const iso = (at: number): string => new Date(at).toISOString();

function present(found: FoundSession) {
  const names = deviceNames(found.userAgent);
  return {
    ...found,
    device: deviceOf(names),
    browser: names.browser ?? null,
    system: names.system ?? null,
    createdAt: iso(found.createdAt),
    lastUsedAt: iso(found.lastUsedAt),
    expiresAt: iso(found.expiresAt),
  };
}

const list = route('GET /sessions', {
  name: 'listSessions',
  summary: 'List sessions, last used first',
  access: 'session',
  responses: { 200: SessionList },
  fastPath: {
    // This request uses the current session. That is noted only after the statement, and once a minute at most.
    statement: callerStatement<{ sessions: FoundSession[] }>(
      'sessions',
      `select json_agg(live) as sessions from (
         select s.id, s.kind, s.ip_address as "ipAddress", s.user_agent as "userAgent",
           ${ms('s.created_at')} as "createdAt", ${ms('used.at')} as "lastUsedAt", ${ms('s.expires_at')} as "expiresAt",
           s.id = caller.session_id as "isCurrent"
         from session s, lateral (select case when s.id = caller.session_id then $3 else s.last_used_at end as at) used
         where s.user_id = caller.id and s.revoked_at is null and s.expires_at > $3
         order by used.at desc, s.id desc
       ) live`,
    ),
    values: () => [],
    respond: ({ sessions }) => ({ body: { sessions: sessions.map(present) } }),
  },
});

const end = route('DELETE /sessions/:sessionId', {
  name: 'endSession',
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

const endOthers = route('POST /sessions/invalidate-others', {
  name: 'endOtherSessions',
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

export const sessionRoutes = tagged('Sessions', [list, end, endOthers]);
