/** What each plan allows. A plan only limits additions: it removes nothing, and delays no handover. */
import { z } from 'zod';
import type { Config } from '../../config.ts';

export interface Limits {
  /** The most entries in the vault. */
  entries: number;
  /** The most successors, verified or not. */
  successors: number;
}

/** From smallest to largest. */
export const PLANS = {
  free: { entries: 50, successors: 2 },
  pro: { entries: 2_000, successors: 5 },
  family: { entries: 10_000, successors: 15 },
} as const satisfies Record<string, Limits>;

export type BillingPlan = keyof typeof PLANS;
export type PaidPlan = Exclude<BillingPlan, 'free'>;
export const PLAN_NAMES = Object.keys(PLANS) as [BillingPlan, ...BillingPlan[]];

/** For the documentation. */
const allowed = PLAN_NAMES.map(
  (name) =>
    `\`${name}\` ${PLANS[name].entries.toLocaleString('en')} entries and ${PLANS[name].successors} successors`,
).join(', ');

export const planName = z.enum(PLAN_NAMES).describe(`The plan of the account: ${allowed}.`);
export const PAID_PLANS = ['pro', 'family'] as const satisfies PaidPlan[];

/** The largest entry as base64. */
const LARGEST_ENTRY = (1024 * 1024 * 4) / 3;

/**
 * The capacity of the trash: as many bytes as there can be in the vault, and more rows than a program fills in 30 days
 * by changing four entries all day.
 */
export const trashLimits = (plan: BillingPlan) => ({
  entries: 20_000 + 10 * PLANS[plan].entries,
  bytes: Math.ceil(PLANS[plan].entries * LARGEST_ENTRY),
});

/**
 * SQL for the limits of an account: how many entries, and how many rows and bytes of trash.
 *
 * @param paid SQL for the plan that it pays for
 * @param byDefault SQL for the plan of accounts without one
 */
export function vaultLimits(paid: string, byDefault: string): string {
  const names = PLAN_NAMES.map((plan) => `'${plan}'`).join(', ');
  const limits = PLAN_NAMES.map((plan) => {
    const trash = trashLimits(plan);
    return `when '${plan}' then '{${PLANS[plan].entries}, ${trash.entries}, ${trash.bytes}}'::bigint[]`;
  });
  return `case case when ${paid} in (${names}) then ${paid} else ${byDefault} end ${limits.join(' ')} end`;
}

/** The plan of an account: the one it pays for, or the default. */
export function planOf(
  { DEFAULT_PLAN }: Pick<Config, 'DEFAULT_PLAN'>,
  paid: string | null | undefined,
): BillingPlan {
  return PLAN_NAMES.find((name) => name === paid) ?? DEFAULT_PLAN;
}

/** The smallest plan with room for this many; null if there is none. */
const planFor = (what: keyof Limits, count: number): BillingPlan | null =>
  PLAN_NAMES.find((name) => PLANS[name][what] >= count) ?? null;

/** Explains to a person which limit was exceeded, and which plan has more. */
export function tooMuch(plan: BillingPlan, what: keyof Limits, count: number, forSale: boolean): string {
  const number = (n: number) => n.toLocaleString('en');
  const limit = `Your plan, ${plan}, allows ${number(PLANS[plan][what])} ${what}, and this would make ${number(count)}.`;
  const better = planFor(what, count);
  if (!better) return `${limit} No plan allows that many.`;
  const lift = `The ${better} plan allows ${number(PLANS[better][what])}`;
  return `${limit} ${lift}${forSale ? '.' : '; the operator of this service can set it.'}`;
}
