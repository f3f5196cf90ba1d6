/** What each plan allows. A plan limits additions alone: nothing that is there goes, and no handover waits for it. */
import type { Config } from '../config.ts';
import { Successor } from '../db/entities/successor.ts';
import { User } from '../db/entities/user.ts';
import { VaultEntry } from '../db/entities/vault-entry.ts';
import type { EntityManager } from '../db/orm.ts';
import type { ApiDeps } from './deps.ts';
import { Problem } from './errors.ts';

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
export const PAID_PLANS = ['pro', 'family'] as const satisfies PaidPlan[];

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

/**
 * Call it once the additions are written and within their transaction, under a lock that all additions of the owner
 * take: what was too much is then undone with it.
 *
 * @throws Problem `plan_limit` naming the limit and the plan that lifts it
 */
export async function checkPlan(
  { config, payments }: Pick<ApiDeps, 'config' | 'payments'>,
  em: EntityManager,
  userId: string,
  what: keyof Limits,
): Promise<void> {
  // As it is now: a subscription may have begun or ended since the request was authenticated.
  const user = await em.findOne(User, { id: userId }, { refresh: true });
  if (!user) throw new Problem('unauthenticated');
  const plan = planOf(config, user.plan);
  const { [what]: count } = await usageOf(em, userId);
  if (count > PLANS[plan][what]) {
    throw new Problem('plan_limit', tooMuch(plan, what, count, payments !== null));
  }
}
