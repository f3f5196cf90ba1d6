/** The steps that every change of credentials shares, in its transaction. */
import { LockMode } from '@mikro-orm/core';
import { EmailChange } from '../../db/entities/email-change.ts';
import { Session } from '../../db/entities/session.ts';
import { Token, type TokenPurpose } from '../../db/entities/token.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import type { HandlerContext } from '../http/route.ts';
import type { Caller, Client } from './caller.ts';
import { type CheckedPassword, wrongPassword } from './confirm-password.ts';
import { requireLive } from './sessions.ts';
import { signOfLife } from './sign-of-life.ts';

/** The fields of a public route's context that these steps need. */
export type PublicContext = Pick<
  HandlerContext<unknown, unknown, unknown, 'public'>,
  'client' | 'now' | 'deps'
>;

/**
 * The account, locked until commit. Its switch is locked first, as everywhere.
 *
 * @returns null if it was deleted
 */
export async function lockUser(em: EntityManager, userId: string): Promise<UserRow | null> {
  if (!(await loadSwitch(em, userId, { lock: true }))) return null;
  return em.findOne(User, { id: userId }, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Like `lockUser`, for the account of a session. A reset by mail, for example, may have ended that session while the
 * request waited for the lock.
 *
 * @throws Problem `unauthenticated` if the session has ended or the account was deleted
 */
export async function lockOwner(
  em: EntityManager,
  caller: Pick<Caller, 'user' | 'session'>,
): Promise<UserRow> {
  const user = await lockUser(em, caller.user.id);
  if (!user) throw new Problem('unauthenticated');
  await requireLive(em, caller);
  return user;
}

/**
 * The account whose password was checked before this transaction, locked until commit.
 *
 * @throws Problem `wrong_password` if the password has changed since, `unauthenticated` as `lockOwner` does
 */
export async function lockChecked(
  em: EntityManager,
  caller: Caller,
  checked: CheckedPassword,
): Promise<UserRow> {
  const user = await lockOwner(em, caller);
  if (user.authHash !== checked.authHash) throw wrongPassword();
  return user;
}

/** A person's write is a sign of life. For routes that open their own transactions. */
export async function recordPersonWrite(
  deps: ApiDeps,
  em: EntityManager,
  { user, human }: Caller,
  client: Client,
  now: Date,
): Promise<void> {
  if (human) await signOfLife(deps, em, user.id, 'write', client, now);
}

/**
 * Ends all sessions of an owner except one.
 *
 * @returns how many ended
 */
export const endSessions = (
  em: EntityManager,
  userId: string,
  now: Date,
  except: string | null,
): Promise<number> =>
  em.nativeUpdate(
    Session,
    { userId, revokedAt: null, expiresAt: { $gt: now }, ...(except === null ? {} : { id: { $ne: except } }) },
    { revokedAt: now },
  );

/** Deletes unused links. Used ones stay, so that anyone who opens one again learns that it was used. */
const deleteUnusedLinks = (em: EntityManager, userId: string, purpose: TokenPurpose): Promise<number> =>
  em.nativeDelete(Token, { userId, purpose, consumedAt: null });

/** Deletes a pending change of address and its links. */
export async function dropEmailChange(em: EntityManager, userId: string): Promise<void> {
  await em.nativeDelete(EmailChange, { userId });
  await deleteUnusedLinks(em, userId, 'change_email');
}

/** Discards everything requested with the old credentials. */
export async function dropPendingRequests(em: EntityManager, userId: string): Promise<void> {
  await dropEmailChange(em, userId);
  await deleteUnusedLinks(em, userId, 'reset_password');
}
