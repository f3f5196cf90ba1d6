/** What each plan allows. A plan only limits additions: it removes nothing, and delays no handover. */
import type { Config } from '../../config.ts';
import { extensibleEnum } from '../http/schemas.ts';

export interface Limits {
  /** The most entries in the vault. */
  entries: number;
  /** The most bytes of entries, as stored. */
  entryBytes: number;
  /** How many bytes the trash may hold before nothing can be added or changed. */
  trashBytes: number;
  /** The most successors, verified or not. */
  successors: number;
  /** The most bytes of files, those in the trash included. */
  fileBytes: number;
}

const MB = 1e6;
const GB = 1e9;

/** The largest file, in bytes. */
export const LARGEST_FILE = 2 * 1024 ** 3;
/** The most files of an account on any plan, so that millions of tiny ones don't wear out a store. */
export const MOST_FILES = 5_000;

/** From smallest to largest. An operator may set other amounts of bytes. */
export const PLANS = {
  free: { entries: 50, entryBytes: 50 * MB, trashBytes: 100 * MB, successors: 2, fileBytes: GB },
  pro: { entries: 2_000, entryBytes: GB, trashBytes: 2 * GB, successors: 5, fileBytes: 20 * GB },
  family: {
    entries: 10_000,
    entryBytes: 5 * GB,
    trashBytes: 10 * GB,
    successors: 15,
    fileBytes: 100 * GB,
  },
} as const satisfies Record<string, Limits>;

export type BillingPlan = keyof typeof PLANS;
export type PaidPlan = Exclude<BillingPlan, 'free'>;
type Plans = Record<BillingPlan, Limits>;
const PLAN_NAMES = Object.keys(PLANS) as [BillingPlan, ...BillingPlan[]];

type Quotas = Pick<Config, `${'ENTRIES' | 'TRASH' | 'FILES'}_QUOTA_${'FREE' | 'PRO' | 'FAMILY'}`>;

/** A plan with the amounts of bytes that the operator has set. */
const withQuotas = <Name extends BillingPlan>(config: Quotas, name: Name) => {
  const variable = name.toUpperCase() as Uppercase<Name>;
  return {
    ...PLANS[name],
    entryBytes: config[`ENTRIES_QUOTA_${variable}`],
    trashBytes: config[`TRASH_QUOTA_${variable}`],
    fileBytes: config[`FILES_QUOTA_${variable}`],
  };
};

/** The plans of this service, from smallest to largest. */
export const plansOf = (config: Quotas): Plans => ({
  free: withQuotas(config, 'free'),
  pro: withQuotas(config, 'pro'),
  family: withQuotas(config, 'family'),
});

/** For the documentation. */
const allowed = PLAN_NAMES.map(
  (name) =>
    `\`${name}\` ${PLANS[name].entries.toLocaleString('en')} entries and ${PLANS[name].successors} successors`,
).join(', ');

export const planName = extensibleEnum(PLAN_NAMES).describe(`The plan of the account: ${allowed}.`);
export const PAID_PLANS = ['pro', 'family'] as const satisfies PaidPlan[];

/** The most versions in the trash: more than a program makes in 30 days by changing four entries all day. */
export const mostTrashed = ({ entries }: Pick<Limits, 'entries'>): number => 20_000 + 10 * entries;

/** The limits of each plan as `store_entry` takes them (db/migrations/…_create_vault.ts), from smallest to largest. */
export const storeLimits = (plans: Plans): string[] =>
  PLAN_NAMES.map((name) => {
    const limits = plans[name];
    return `{${limits.entries}, ${limits.entryBytes}, ${mostTrashed(limits)}, ${limits.trashBytes}}`;
  });

/**
 * SQL for the `storeLimits` of an account.
 *
 * @param paid SQL for the plan that it pays for
 * @param byDefault SQL for the plan of accounts without one
 * @param limits SQL for the `storeLimits` of each plan
 */
export function vaultLimits(paid: string, byDefault: string, limits: readonly string[]): string {
  const names = PLAN_NAMES.map((plan) => `'${plan}'`).join(', ');
  const cases = PLAN_NAMES.map((plan, i) => `when '${plan}' then ${limits[i]}::bigint[]`);
  return `case case when ${paid} in (${names}) then ${paid} else ${byDefault} end ${cases.join(' ')} end`;
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

/** Rounded up, so that an amount that is too large never looks as if it fits. */
const bytes = (count: number): string =>
  count < GB
    ? `${Math.ceil(count / MB).toLocaleString('en')} MB`
    : `${(Math.ceil((count / GB) * 10) / 10).toLocaleString('en')} GB`;

/** What each limit in bytes measures, and how an owner makes room. */
const SIZES: Partial<Record<keyof Limits, { of: string; makeRoom: string }>> = {
  entryBytes: {
    of: 'entries',
    makeRoom: 'Deleting entries makes room: the trash is counted separately.',
  },
  trashBytes: {
    of: 'trash',
    makeRoom:
      'Delete what you no longer need from the trash, or wait: everything in it is deleted after 30 days. ' +
      'You can still delete and restore entries.',
  },
  fileBytes: {
    of: 'files',
    makeRoom: 'Deleting files permanently makes room: those in the trash are included.',
  },
};

/** An amount with its unit, such as `50 entries` or `20 GB of files`. */
const amount = (what: keyof Limits, count: number): string =>
  SIZES[what] ? `${bytes(count)} of ${SIZES[what].of}` : `${number(what, count)} ${what}`;

/** An amount without its unit. */
const number = (what: keyof Limits, count: number): string =>
  SIZES[what] ? bytes(count) : count.toLocaleString('en');

/** Explains to a person which limit was exceeded, how to make room, and which plan has more. */
export function tooMuch(
  plan: BillingPlan,
  what: keyof Limits,
  count: number,
  forSale: boolean,
  plans: Plans = PLANS,
): string {
  const limit = `Your plan, ${plan}, allows ${amount(what, plans[plan][what])}, and this would make ${number(what, count)}.`;
  const remedies = SIZES[what] ? [limit, SIZES[what].makeRoom] : [limit];
  const better = planFor(plans, what, count);
  if (!better) return [...remedies, `No plan allows that ${SIZES[what] ? 'much' : 'many'}.`].join(' ');
  const lift = `The ${better} plan allows ${number(what, plans[better][what])}`;
  return [...remedies, `${lift}${forSale ? '.' : '; the operator of this service can set it.'}`].join(' ');
}
