/**
 * Lifts the lockouts and limits that failed attempts and strangers' requests have caused, for an operator or after a
 * reset.
 */
import { recordActivity } from '../../db/activity-log.ts';
import { Session } from '../../db/entities/session.ts';
import { User } from '../../db/entities/user.ts';
import { type OperatorRecord, recordOperator } from '../../db/operator-log.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import type { RateLimits } from '../http/middleware/rate-limit.ts';
import { deviceCredentials } from './devices.ts';
import { forgetFailures } from './lockout.ts';

type LimitDeps = Pick<ApiDeps, 'lockouts' | 'log' | 'limits'>;

/**
 * Clears the failures, lockouts and limits of an address and its sessions. Limits that protect other people's mailboxes
 * stay.
 *
 * @returns false if Redis did not answer; its counts then apply again once it is back
 */
export async function liftLimits(
  deps: LimitDeps,
  account: Parameters<RateLimits['forget']>[0],
): Promise<boolean> {
  const scopes = [{ address: account.email }, ...account.sessionIds.map((session) => ({ session }))];
  const cleared = await Promise.all([
    ...scopes.map((scope) => forgetFailures(deps, scope)),
    deps.limits.forget(account),
  ]);
  return cleared.every(Boolean);
}

/**
 * Like `liftLimits`, for an account, with records in the operator's log and the owner's. Call it in a transaction.
 *
 * @returns false if Redis did not answer: then roll back
 */
export async function unlockAccount(
  deps: LimitDeps & Pick<ApiDeps, 'signRecord' | 'config'>,
  em: EntityManager,
  user: { id: string; email: string },
  by: Pick<OperatorRecord, 'at' | 'operator' | 'requestId'>,
): Promise<boolean> {
  await recordOperator(em, { ...by, action: 'unlocked', userId: user.id });
  await recordActivity(em, deps.signRecord, { userId: user.id, type: 'account_unlocked', at: by.at });
  const live = { userId: user.id, revokedAt: null, expiresAt: { $gt: by.at } };
  const sessions = await em.find(Session, live, { fields: ['id'] });
  const { authHash } = await em.findOneOrFail(User, { id: user.id }, { fields: ['authHash'] });
  const lifted = await Promise.all([
    liftLimits(deps, {
      email: user.email,
      sessionIds: sessions.map(({ id }) => id),
      credentials: deviceCredentials(deps.config, authHash),
    }),
    deps.limits.renew(user.id),
  ]);
  return lifted.every(Boolean);
}
