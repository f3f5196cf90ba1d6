/** Holding an account to the limits of its plan. */
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import type { EntityManager } from '../../db/orm.ts';
import { trashUsage } from '../../db/trash.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { type Limits, PLANS, planOf, tooMuch, trashLimits } from './plans.ts';

/** What of each limit is used. */
export async function usageOf(em: EntityManager, userId: string): Promise<Limits> {
  const [entries, successors] = [
    await em.count(VaultEntry, { userId }),
    await em.count(Successor, { userId }),
  ];
  return { entries, successors };
}

/**
 * Lets the additions to an owner's vault follow each other until commit, so that two of them never share the last
 * place. Take it before the first row is written.
 */
export async function lockEntries(em: EntityManager, userId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`entries/${userId}`]);
}

/** The plan as it is now: a subscription may have begun or ended since the request was authenticated. */
async function currentPlan({ config }: Pick<ApiDeps, 'config'>, em: EntityManager, userId: string) {
  const user = await em.findOne(User, { id: userId }, { refresh: true });
  if (!user) throw new Problem('unauthenticated');
  return planOf(config, user.plan);
}

/**
 * Call it once the additions are written and within their transaction, under a lock that all additions of the owner
 * take: what was too much is then undone with it.
 *
 * @throws Problem `plan_limit` naming the limit and the plan that lifts it
 */
export async function checkPlan(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
  what: keyof Limits,
): Promise<void> {
  const plan = await currentPlan(deps, em, userId);
  const { [what]: count } = await usageOf(em, userId);
  if (count > PLANS[plan][what]) {
    throw new Problem('plan_limit', tooMuch(plan, what, count, deps.payments !== null));
  }
}

/**
 * How many entries an import may have: as many as the plan allows, or as the vault holds if that is more.
 *
 * @returns what throws Problem `plan_limit` where an import has more than that
 */
export async function importLimit(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
): Promise<(count: number) => void> {
  const plan = await currentPlan(deps, em, userId);
  const most = Math.max(PLANS[plan].entries, (await usageOf(em, userId)).entries);
  return (count) => {
    if (count <= most) return;
    throw new Problem('plan_limit', tooMuch(plan, 'entries', count, deps.payments !== null));
  };
}

/**
 * As `checkPlan`, after new or other content was written. The trash never counts against the entries of the plan; but
 * where it is full, nothing is pushed out of it, so nothing more that would fill it comes in. Deleting and restoring
 * only move an entry, and are never refused for it.
 *
 * @throws Problem `plan_limit` where the trash holds more than the plan has room for
 */
export async function checkTrash(
  deps: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  userId: string,
): Promise<void> {
  const most = trashLimits(await currentPlan(deps, em, userId));
  const held = await trashUsage(em, userId);
  if (held.entries <= most.entries && held.bytes <= most.bytes) return;
  throw new Problem(
    'plan_limit',
    'Your trash is full. Delete what you no longer need from the trash, or wait: entries are removed ' +
      'after 30 days. You can still delete and restore entries.',
  );
}
