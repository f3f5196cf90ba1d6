/**
 * The steps that every kind of log-in shares, once its proof has been checked: the sign of life, the session and its
 * tokens.
 */
import { LockMode } from '@mikro-orm/core';
import { type NewActivityRecord, recordActivity } from '../../db/activity-log.ts';
import type { SessionRow } from '../../db/entities/session.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import { type ErrorCode, Problem } from '../http/errors.ts';
import type { HandlerContext } from '../http/route.ts';
import { deviceOfCookie, setDeviceCookie, setSessionCookies } from './cookies.ts';
import { type DeviceToken, ESTABLISHED_AFTER_MS, issueDevice, readDevice } from './devices.ts';
import { presentUser } from './present-user.ts';
import { makeRoomForSession, openSession, type SessionTokens } from './sessions.ts';
import { signOfLife } from './sign-of-life.ts';

export type LoginContext = Pick<
  HandlerContext<unknown, unknown, unknown, 'public'>,
  'client' | 'now' | 'deps' | 'ctx'
>;
type SessionKind = SessionRow['kind'];

/** Delivers a session's tokens: in cookies to a browser, in the body to apps and programs. */
export function deliverTokens(
  { deps: { config }, ctx }: Pick<LoginContext, 'deps' | 'ctx'>,
  kind: SessionKind,
  tokens: SessionTokens,
): Partial<SessionTokens & { expiresIn: number }> {
  if (kind !== 'browser') return { ...tokens, expiresIn: Math.floor(config.JWT_EXPIRES_IN / 1000) };
  setSessionCookies(ctx, config, tokens);
  return {};
}

/** Identifies the device at its next log-in: a cookie for a browser, a field for an app or a program. */
function deliverDeviceToken(
  { deps: { config }, ctx }: Pick<LoginContext, 'deps' | 'ctx'>,
  kind: SessionKind,
  user: UserRow,
  since: Date,
): { deviceToken?: string } {
  if (kind !== 'browser') return { deviceToken: issueDevice(config, user, since) };
  setDeviceCookie(ctx, config, user, since);
  return {};
}

/** A person who logs in is alive. A program may continue to log in for years after its owner's death. */
async function recordLogin(
  em: EntityManager,
  { deps, client, now }: LoginContext,
  { userId, state }: LoadedSwitch,
  kind: SessionKind,
  more: NewActivityRecord['detail'],
): Promise<Date> {
  const detail = { ...(kind === 'browser' ? {} : { session: kind }), ...more };
  if (kind !== 'bearer') {
    const after = await signOfLife(deps, em, userId, 'login', client, now, detail);
    return new Date((after?.state ?? state).lastSeenAt);
  }
  await recordActivity(em, deps.signRecord, { userId, type: 'login', at: now, detail, ...client });
  return new Date(state.lastSeenAt);
}

/** The device that a log-in comes from: a browser's cookie, or what an app or a program sent. */
export const presentedDevice = (
  { deps: { config }, ctx }: Pick<LoginContext, 'deps' | 'ctx'>,
  deviceToken?: string,
): DeviceToken | null => readDevice(config, deviceToken) ?? deviceOfCookie(ctx, config);

interface Proof {
  /** The error if the account no longer fits the proof. */
  refusal: ErrorCode;
  /** Null for a device that has never logged in to any account. */
  device: DeviceToken | null;
  /** For the log. */
  detail?: NewActivityRecord['detail'];
  /** Uses up the parts of the proof that work only once. It throws if one was used already. */
  prove(user: UserRow): Promise<void>;
}

interface OpenedLogIn {
  user: UserRow;
  tokens: SessionTokens;
  lastSeenAt: Date;
  deviceSince: Date;
}

/**
 * Takes the proof, records the sign of life and opens the session, in one transaction.
 *
 * @param account the account as it was when the proof was checked. If it has changed since, or was deleted, the log-in
 *   fails; it can't change or be deleted before this commits
 */
export async function openLogIn(
  em: EntityManager,
  context: LoginContext,
  account: Pick<UserRow, 'id'> & Partial<Pick<UserRow, 'authHash'>>,
  kind: SessionKind,
  { refusal, device, detail, prove }: Proof,
): Promise<OpenedLogIn> {
  const { deps, client, now } = context;
  const userId = account.id;
  const current = await loadSwitch(em, userId, { lock: true });
  const user = await em.findOne(User, account, { refresh: true, lockMode: LockMode.PESSIMISTIC_READ });
  if (!current || !user) throw new Problem(refusal);
  if (!user.emailVerifiedAt) throw new Problem('email_not_verified');
  await prove(user);
  const lastSeenAt = await recordLogin(em, context, current, kind, detail);
  for (const sessionId of await makeRoomForSession(em, userId, now)) {
    const record = { userId, type: 'session_revoked', at: now, detail: { sessionId }, ...client } as const;
    await recordActivity(em, deps.signRecord, record);
  }
  const deviceSince = device?.isOf(user) ? device.since : now;
  const establishedDevice = now.getTime() - deviceSince.getTime() >= ESTABLISHED_AFTER_MS;
  const tokens = await openSession(em, deps.config, { userId, kind, establishedDevice, ...client }, now);
  return { user, tokens, lastSeenAt, deviceSince };
}

/** The response to a log-in. */
export const loggedIn = (
  context: Pick<LoginContext, 'deps' | 'ctx'>,
  kind: SessionKind,
  { user, tokens, lastSeenAt, deviceSince }: OpenedLogIn,
) => ({
  about: user.id,
  body: {
    message: 'You are logged in.',
    user: presentUser(context.deps.config, user, lastSeenAt, true),
    ...deliverTokens(context, kind, tokens),
    ...deliverDeviceToken(context, kind, user, deviceSince),
  },
});
