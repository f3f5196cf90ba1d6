/** An operator lifts a lockout: by the route or by the command, it is the same. */
import { recordActivity } from '../db/activity-log.ts';
import { type OperatorRecord, recordOperator } from '../db/operator-log.ts';
import type { EntityManager } from '../db/orm.ts';
import type { ApiDeps } from './deps.ts';
import { unlock } from './lockout.ts';

/**
 * Forgets the failures of an account's address; the operator's log and the owner's own say so.
 * Call it within a transaction.
 *
 * @returns false where Redis cannot be told, and then nothing is to be kept: roll back
 */
export async function unlockAccount(
  deps: Pick<ApiDeps, 'redis' | 'log' | 'sign'>,
  em: EntityManager,
  user: { id: string; email: string },
  by: Pick<OperatorRecord, 'at' | 'operator' | 'requestId'>,
): Promise<boolean> {
  await recordOperator(em, { ...by, action: 'unlocked', userId: user.id });
  await recordActivity(em, deps.sign, { userId: user.id, type: 'account_unlocked', at: by.at });
  return unlock(deps, user.email);
}
