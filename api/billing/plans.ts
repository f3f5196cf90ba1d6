/** What each plan allows. A plan limits additions alone: nothing that is there goes, and no handover waits for it. */
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import type { EntityManager } from '../../db/orm.ts';
import { trashUsage } from '../../db/trash.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';

export interface Limits {
  /** Most entries in the vault. */
  entries: number;
  /** Most successors, whether they have proven their mailbox or not. */
  successors: number;
}

/** From the smallest to the largest. */
export const PLANS = {
  free: { entries: 50, successors: 2 },
  pro: { entries: 2_000, successors: 5 },
  family: { entries: 10_000, successors: 15 },
} as const satisfies Record<string, Limits>;

export type Plan = keyof typeof PLANS;
export type PaidPlan = Exclude<Plan, 'free'>;
export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]];

/** For people, in the documentation. */
const allowed = PLAN_NAMES.map(
  (name) =>
    `\`${name}\` ${PLANS[name].entries.toLocaleString('en')} entries and ${PLANS[name].successors} successors`,
).join(', ');

export const planName = z.enum(PLAN_NAMES).describe(`What the account may hold: ${allowed}.`);
export const PAID_PLANS = ['pro', 'family'] as const satisfies PaidPlan[];

/** The largest entry as base64. */
const LARGEST_ENTRY = (1024 * 1024 * 4) / 3;

/**
 * What the trash of a plan holds: as many bytes as its vault can, and more rows in its 30 days than a program fills
 * that changes four entries all day long.
 */
export const trashLimits = (plan: Plan) => ({
  entries: 20_000 + 10 * PLANS[plan].entries,
  bytes: Math.ceil(PLANS[plan].entries * LARGEST_ENTRY),
});

/** The plan of an account: what it pays for, else what accounts without a subscription have. */
export function planOf(
  { DEFAULT_PLAN }: Pick<Config, 'DEFAULT_PLAN'>,
  paid: string | null | undefined,
): Plan {
  return PLAN_NAMES.find((name) => name === paid) ?? DEFAULT_PLAN;
}

/** What of each limit is used. */
export async function usageOf(em: EntityManager, userId: string): Promise<Limits> {
  const [entries, successors] = [
    await em.count(VaultEntry, { userId }),
    await em.count(Successor, { userId }),
  ];
  return { entries, successors };
}

/** The smallest plan that has room for so many; null where none has. */
const planFor = (what: keyof Limits, count: number): Plan | null =>
  PLAN_NAMES.find((name) => PLANS[name][what] >= count) ?? null;

/** What is too much, and what would help, for the person who reads it. */
export function tooMuch(plan: Plan, what: keyof Limits, count: number, forSale: boolean): string {
  const number = (n: number) => n.toLocaleString('en');
  const limit = `Your plan, ${plan}, allows ${number(PLANS[plan][what])} ${what}, and this would make ${number(count)}.`;
  const better = planFor(what, count);
  if (!better) return `${limit} No plan allows that many.`;
  const lift = `The ${better} plan allows ${number(PLANS[better][what])}`;
  return `${limit} ${lift}${forSale ? '.' : '; whoever runs this service can set it.'}`;
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
    'Your trash is full, and nothing in it is thrown away before its 30 days are over. Delete from the trash what ' +
      'you do not need, or wait until it has emptied itself; deleting and restoring entries goes on.',
  );
}
