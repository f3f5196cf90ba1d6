/** Finds out who sends a request: the account and the session of its token, live at this moment. */
import { withConnection } from '../../db/connection-queue.ts';
import { Session } from '../../db/entities/session.ts';
import type { Orm } from '../../db/orm.ts';
import { millisecondsOf, runStatement, type Statement } from '../../db/prepared.ts';
import type { Caller, Claims } from './caller.ts';
import type { PresentedToken } from './presented-token.ts';

/** How stale `lastUsedAt` may be. Writing it on every request would cost too much. */
const LAST_USED_EVERY = '1 minute';

/** A request with a valid token. */
export interface Authenticated {
  claims: Claims;
  via: PresentedToken['via'];
  now: Date;
}

/** The columns that every `callerStatement` returns. */
interface SessionColumns {
  /** Whether it is time to note that the session is in use. */
  unnoted: boolean;
}

/**
 * A statement for a caller: it returns the row that `select` finds, or none if the session is over. So sessions need
 * not be cached, and the statement itself refuses a revoked one.
 *
 * It uses a left join, although every session has an account: PostgreSQL can then skip the join if `select` needs only
 * the account's ID.
 *
 * People's tokens come in cookies from browsers and in a header from apps. A program's token never makes it a person.
 *
 * @param select SQL in which `caller` is the account and session (`id` is the account's, `human`), `$3` is now, and
 *   `$5` is the first value; at most one row
 */
export const callerStatement = <Row extends object>(
  name: string,
  select: string,
): Statement<Row & SessionColumns> => ({
  name,
  text: `
    with caller as (
      select s.user_id as id, u.email, u.name, u.email_verified_at, u.two_factor_enabled, u.plan, u.password_reset_at, u.created_at,
        s.id as session_id, s.kind, s.confirmed_at, s.established_device, s.last_used_at,
        s.kind = 'browser' and $4 = 'cookie' or s.kind = 'app' and $4 = 'header' as human
      from session s left join "user" u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3
    )
    select caller.last_used_at < $3 - interval '${LAST_USED_EVERY}' as unnoted, found.*
    from caller left join lateral (${select}) found on true`,
});

/** The columns of `CALLER`, with times in milliseconds. */
export interface CallerColumns {
  session_id: string;
  kind: Caller['session']['kind'];
  human: boolean;
  confirmed_at: number | null;
  established_device: boolean;
  user_id: string;
  email: string;
  name: string;
  email_verified_at: number | null;
  two_factor_enabled: boolean;
  plan: string | null;
  password_reset_at: number | null;
  user_created_at: number;
}

const ms = (column: string) => millisecondsOf(`caller.${column}`);

/** The columns from which `callerOf` makes a caller. */
export const CALLER = `caller.session_id, caller.kind, caller.human, ${ms('confirmed_at')} as confirmed_at, caller.established_device,
  caller.id as user_id, caller.email, caller.name, ${ms('email_verified_at')} as email_verified_at,
  caller.two_factor_enabled, caller.plan, ${ms('password_reset_at')} as password_reset_at,
  ${ms('created_at')} as user_created_at`;

const JUST_CALLER = callerStatement<CallerColumns>('caller', `select ${CALLER}`);

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

export const callerOf = (row: CallerColumns): Caller => ({
  user: {
    id: row.user_id,
    email: row.email,
    name: row.name,
    emailVerifiedAt: date(row.email_verified_at),
    twoFactorEnabled: row.two_factor_enabled,
    plan: row.plan,
    passwordResetAt: date(row.password_reset_at),
    createdAt: new Date(row.user_created_at),
  },
  session: {
    id: row.session_id,
    kind: row.kind,
    confirmedAt: date(row.confirmed_at),
    establishedDevice: row.established_device,
  },
  human: row.human,
});

/**
 * Runs a statement for the account that a token names.
 *
 * @param values from `$5` on
 * @returns null if the session is over
 */
export async function runForCaller<Row extends object>(
  orm: Orm,
  { claims, via, now }: Authenticated,
  statement: Statement<Row & SessionColumns>,
  values: readonly unknown[],
): Promise<Row | null> {
  const given = [claims.sessionId, claims.userId, now.toISOString(), via, ...values];
  const [row] = await runStatement(orm, statement, given);
  if (!row) return null;
  if (row.unnoted) {
    // Nothing depends on this time. If it can't be written, the statement's own writes are still valid.
    const note = () => orm.em.fork().nativeUpdate(Session, { id: claims.sessionId }, { lastUsedAt: now });
    await withConnection(note).catch(() => {});
  }
  return row;
}

/** @returns null if the session is over */
export async function findCaller(orm: Orm, authenticated: Authenticated): Promise<Caller | null> {
  const row = await runForCaller(orm, authenticated, JUST_CALLER, []);
  return row && callerOf(row);
}
