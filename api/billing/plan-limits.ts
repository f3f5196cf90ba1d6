/** Enforces the limits of an account's plan. */
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { VaultSize } from '../../db/entities/vault-size.ts';
import { removedBytes } from '../../db/files.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { type Limits, MOST_FILES, mostTrashed, PLANS, planOf, plansOf, tooMuch } from './plans.ts';

const sizeOf = async (em: EntityManager, userId: string) =>
  (await em.findOne(VaultSize, { userId }, { refresh: true })) ?? {
    entries: 0,
    entryBytes: 0,
    trashed: 0,
    trashedBytes: 0,
    files: 0,
    fileBytes: 0,
  };

/** How much of each limit is used. */
export async function usageOf(em: EntityManager, userId: string): Promise<Limits> {
  const { entries, entryBytes, trashedBytes, fileBytes } = await sizeOf(em, userId);
  const successors = await em.count(Successor, { userId });
  return { entries, entryBytes, trashBytes: trashedBytes, successors, fileBytes };
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
  const plans = plansOf(deps.config);
  if (count > plans[plan][what]) {
    throw new Problem('plan_limit', tooMuch(plan, what, count, deps.payments !== null, plans));
  }
}

/** A re-keyed vault may be this much larger for each entry, in bytes, because another format may need more. */
const REKEYED_ENTRY_GROWTH = 1024;

const growthOf = ({ entries }: Pick<Limits, 'entries'>, rekeyed: boolean): number =>
  rekeyed ? entries * REKEYED_ENTRY_GROWTH : 0;

/**
 * As `checkPlan`, after entries were written: for their number and their bytes, each only if it has grown. So a vault
 * that is over a limit can still be changed and reduced. Replacing keys must not fail for want of room, so re-keyed
 * entries may be somewhat larger.
 *
 * @param before the use before, read under the same lock
 */
export async function checkEntries(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
  before: Pick<Limits, 'entries' | 'entryBytes'>,
  { rekeyed = false } = {},
): Promise<void> {
  const { entries, entryBytes } = await sizeOf(em, userId);
  if (entries > before.entries) await checkPlan(deps, em, userId, 'entries');
  if (entryBytes > before.entryBytes + growthOf({ entries }, rekeyed))
    await checkPlan(deps, em, userId, 'entryBytes');
}

/** How many entries have arrived, and how many bytes of them. */
type Arrived = Pick<Limits, 'entries' | 'entryBytes'>;

/**
 * How much an import or a rotation may bring: as much as the plan allows, or as much as is in the vault already if that
 * is more. A re-keyed vault may be somewhat larger, as in `checkEntries`.
 *
 * @returns a function that throws Problem `plan_limit` for more
 */
export async function arrivalLimit(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
  { rekeyed = false } = {},
): Promise<(arrived: Arrived) => void> {
  const plan = await currentPlan(deps, em, userId);
  const plans = plansOf(deps.config);
  const usage = await usageOf(em, userId);
  const present = { ...usage, entryBytes: usage.entryBytes + growthOf(usage, rekeyed) };
  return (arrived) => {
    for (const what of ['entries', 'entryBytes'] as const) {
      if (arrived[what] <= Math.max(plans[plan][what], present[what])) continue;
      throw new Problem('plan_limit', tooMuch(plan, what, arrived[what], deps.payments !== null, plans));
    }
  };
}

/**
 * As `checkPlan`, after new or changed content was written. Once the trash is full, nothing is pushed out of it, so
 * nothing that would fill it further is accepted. Deleting and restoring only move an entry and are never refused.
 *
 * @throws Problem `plan_limit` if the trash is full
 */
export async function checkTrash(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
): Promise<void> {
  await checkPlan(deps, em, userId, 'trashBytes');
  const most = mostTrashed(PLANS[await currentPlan(deps, em, userId)]);
  if ((await sizeOf(em, userId)).trashed <= most) return;
  throw new Problem(
    'plan_limit',
    `Your trash is full: it can hold ${most.toLocaleString('en')} versions of entries. ` +
      'Delete what you no longer need from it, or wait: everything in it is deleted after 30 days.',
  );
}

/**
 * How many times its quota an account may occupy in a store, including files that it has removed. Their bytes stay for
 * a while, so filling and emptying a vault again and again must not fill the store.
 */
const WITH_REMOVED = 3;

/**
 * As `checkPlan`, after the row of a new file was written and before its first byte is read.
 *
 * @throws Problem `plan_limit`
 */
export async function checkFiles(
  deps: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
): Promise<void> {
  await checkPlan(deps, em, userId, 'fileBytes');
  const { files, fileBytes } = await sizeOf(em, userId);
  if (files > MOST_FILES) {
    const most = MOST_FILES.toLocaleString('en');
    throw new Problem('plan_limit', `An account can have ${most} files, those in the trash included.`);
  }
  const quota = plansOf(deps.config)[await currentPlan(deps, em, userId)].fileBytes;
  if (fileBytes + (await removedBytes(em, userId)) > WITH_REMOVED * quota) {
    throw new Problem(
      'plan_limit',
      'Too many files were permanently deleted recently. They use space for another 30 days.',
    );
  }
}
