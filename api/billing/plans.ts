/** What each plan allows. A plan only limits additions: it removes nothing, and delays no handover. */
import { z } from 'zod';
import type { Config } from '../../config.ts';

export interface Limits {
  /** The most entries in the vault. */
  entries: number;
  /** The most successors, verified or not. */
  successors: number;
  /** The most bytes of files, those in the trash included. */
  files: number;
}

const GIB = 1024 ** 3;

/** The largest file, in bytes. */
export const LARGEST_FILE = 2 * GIB;
/** The most files of an account, of any plan, so that millions of tiny ones don't wear out a store. */
export const MOST_FILES = 5_000;

/** From smallest to largest. An operator may set other amounts of files. */
export const PLANS = {
  free: { entries: 50, successors: 2, files: GIB },
  pro: { entries: 2_000, successors: 5, files: 20 * GIB },
  family: { entries: 10_000, successors: 15, files: 100 * GIB },
} as const satisfies Record<string, Limits>;

export type BillingPlan = keyof typeof PLANS;
export type PaidPlan = Exclude<BillingPlan, 'free'>;
type Plans = Record<BillingPlan, Limits>;
export const PLAN_NAMES = Object.keys(PLANS) as [BillingPlan, ...BillingPlan[]];

type Quotas = Pick<Config, 'FILES_QUOTA_FREE' | 'FILES_QUOTA_PRO' | 'FILES_QUOTA_FAMILY'>;

/** The plans of this service, from smallest to largest. */
export const plansOf = (config: Quotas): Plans => ({
  free: { ...PLANS.free, files: config.FILES_QUOTA_FREE },
  pro: { ...PLANS.pro, files: config.FILES_QUOTA_PRO },
  family: { ...PLANS.family, files: config.FILES_QUOTA_FAMILY },
});

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
const planFor = (plans: Plans, what: keyof Limits, count: number): BillingPlan | null =>
  PLAN_NAMES.find((name) => plans[name][what] >= count) ?? null;

/** Rounded up, so that what is too much never looks as if it fitted. */
const bytes = (count: number): string =>
  count < GIB
    ? `${Math.ceil(count / 1024 ** 2).toLocaleString('en')} MB`
    : `${(Math.ceil((count / GIB) * 10) / 10).toLocaleString('en')} GB`;

/** An amount with its unit, such as `50 entries` or `20 GB of files`. */
const amount = (what: keyof Limits, count: number): string =>
  what === 'files' ? `${bytes(count)} of files` : `${count.toLocaleString('en')} ${what}`;

/** An amount without its unit. */
const number = (what: keyof Limits, count: number): string =>
  what === 'files' ? bytes(count) : count.toLocaleString('en');

/** Explains to a person which limit was exceeded, and which plan has more. */
export function tooMuch(
  plan: BillingPlan,
  what: keyof Limits,
  count: number,
  forSale: boolean,
  plans: Plans = PLANS,
): string {
  const limit = `Your plan, ${plan}, allows ${amount(what, plans[plan][what])}, and this would make ${number(what, count)}.`;
  const better = planFor(plans, what, count);
  if (!better) return `${limit} No plan allows that ${what === 'files' ? 'much' : 'many'}.`;
  const lift = `The ${better} plan allows ${number(what, plans[better][what])}`;
  return `${limit} ${lift}${forSale ? '.' : '; the operator of this service can set it.'}`;
}
