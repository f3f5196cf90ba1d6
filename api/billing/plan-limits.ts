/** Enforces the limits of an account's plan. */
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { VaultSize } from '../../db/entities/vault-size.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { type Limits, PLANS, planOf, tooMuch, trashLimits } from './plans.ts';

const sizeOf = async (em: EntityManager, userId: string) =>
  (await em.findOne(VaultSize, { userId }, { refresh: true })) ?? { entries: 0, trashed: 0, trashedBytes: 0 };

/** How much of each limit is used. */
export async function usageOf(em: EntityManager, userId: string): Promise<Limits> {
  const { entries } = await sizeOf(em, userId);
  return { entries, successors: await em.count(Successor, { userId }) };
}

/**
 * Serialises additions to an owner's vault until commit, so that two of them never share the last place. Take it
 * before writing the first row.
 */
export async function lockEntries(em: EntityManager, userId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`entries/${userId}`]);
}

/** The current plan: a subscription may have started or ended since the request was authenticated. */
async function currentPlan({ config }: Pick<ApiDeps, 'config'>, em: EntityManager, userId: string) {
  const user = await em.findOne(User, { id: userId }, { refresh: true });
  if (!user) throw new Problem('unauthenticated');
  return planOf(config, user.plan);
}

/**
 * Call it after writing the additions, in their transaction and under a lock that all additions of the owner take.
 * Exceeding the limit then rolls them back.
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
 * How many entries an import may have: as many as the plan allows, or as many as are in the vault already if those are
 * more.
 *
 * @returns a function that throws Problem `plan_limit` for a larger number
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
 * As `checkPlan`, after new or changed content was written. The trash is not part of the plan's entries. Once it is
 * full, nothing is pushed out of it, so nothing that would fill it further is accepted. Deleting and restoring only
 * move an entry and are never refused.
 *
 * @throws Problem `plan_limit` if the trash is full
 */
export async function checkTrash(
  deps: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  userId: string,
): Promise<void> {
  const most = trashLimits(await currentPlan(deps, em, userId));
  const held = await sizeOf(em, userId);
  if (held.trashed <= most.entries && held.trashedBytes <= most.bytes) return;
  throw new Problem(
    'plan_limit',
    'Your trash is full. Delete what you no longer need from the trash, or wait: entries are removed ' +
      'after 30 days. You can still delete and restore entries.',
  );
}
