/** Accounts as an administrator sees them. */
import type { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { SwitchStatus } from '../../../switch/state.ts';
import { type LockoutStatus, lockoutStatuses } from '../../auth/lockout.ts';
import { planOf } from '../../billing/plans.ts';
import type { ApiDeps } from '../../deps.ts';
import type { AdminUser, UsersQuery } from './schema.ts';

interface AccountRow {
  id: string;
  email: string;
  name: string;
  verified: boolean;
  plan: string | null;
  status: SwitchStatus;
  createdAt: Date | string;
  lastSeenAt: Date | string;
}

const FIELDS = `u.id, u.email, u.name, u.email_verified_at is not null as verified, u.plan, s.status,
  u.created_at as "createdAt", s.last_seen_at as "lastSeenAt"`;

/** Conditions on an account `u` and its switch `s`. `locked` needs the addresses from Redis. */
const FILTERS = {
  verified: 'u.email_verified_at is not null',
  unverified: 'u.email_verified_at is null',
  locked: `email_hash(u.email) = any(?::text[])`,
  paused: `s.status = 'paused'`,
  handover: `s.status in ('grace_period', 'awaiting_successors', 'released')`,
} as const;

/** How many of the newest accounts are searched before all of them are. */
const NEWEST = 1_000;

type ListedUser = z.output<typeof AdminUser>;
/** As stored. */
export type AccountWithoutLockout = Omit<ListedUser, keyof LockoutStatus>;

const present = (config: Config, row: AccountRow): AccountWithoutLockout => ({
  id: row.id,
  email: row.email,
  name: row.name,
  emailVerified: row.verified,
  plan: planOf(config, row.plan),
  switchStatus: row.status,
  createdAt: new Date(row.createdAt).toISOString(),
  lastSeenAt: new Date(row.lastSeenAt).toISOString(),
});

/** A lockout for display. */
export const presentLockout = ({ isLocked, lockedUntil, failedAttempts }: LockoutStatus) => ({
  isLocked,
  lockedUntil: lockedUntil?.toISOString() ?? null,
  failedAttempts,
});

/** Adds whether each account is locked. Redis is asked once for all of them. */
export async function withLockouts(
  deps: Pick<ApiDeps, 'lockouts' | 'log'>,
  accounts: readonly AccountWithoutLockout[],
  now: Date,
): Promise<ListedUser[]> {
  const emails = accounts.map(({ email }) => email);
  const statuses = await lockoutStatuses(deps, emails, now);
  return accounts.map((account, i) => ({ ...account, ...presentLockout(statuses[i] as LockoutStatus) }));
}

/** Escapes text for ILIKE. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export interface UsersPage extends Pick<z.output<typeof UsersQuery>, 'search' | 'filter' | 'limit'> {
  /** Only users before this one, the last of the previous page. */
  before?: string | undefined;
  /** SHA-256 in hex of the locked addresses; only used by the filter `locked`. */
  locked: readonly string[];
}

type Condition = [sql: string, ...values: unknown[]];

const and = (conditions: readonly Condition[]): Condition => [
  ['true', ...conditions.map(([sql]) => sql)].join(' and '),
  ...conditions.flatMap(([, ...values]) => values),
];

/** Rows of one account. A plain join may read a whole table, because its plan can't know how few accounts are found. */
const ITS_USER = 'cross join lateral (select * from "user" where id = found.id limit 1) u';
const ITS_SWITCH = 'cross join lateral (select * from switch where user_id = u.id limit 1) s';

/**
 * Newest first, with one more than the limit if there is another page. However many accounts there are, it reads little
 * more than it finds: each filter has an index, a text that many accounts contain is found among the newest, and an
 * index finds rarer ones.
 */
export async function findUsers(em: EntityManager, config: Config, page: UsersPage) {
  const { filter, search, before, locked } = page;
  const limit = page.limit + 1;
  const matches: Condition[] =
    filter === undefined
      ? []
      : [[FILTERS[filter], ...(filter === 'locked' ? [`{${locked.join(',')}}`] : [])]];
  const after = (id: string): Condition[] => (before === undefined ? [] : [[`${id} < ?`, before]]);
  const read = async (from: string, [where, ...values]: Condition) => {
    const rows = await em.execute<AccountRow[]>(
      `select ${FIELDS} from ${from} where ${where} order by u.id desc limit ?`,
      [...values, limit],
    );
    return rows.map((row) => present(config, row));
  };
  if (search === undefined) {
    const ofSwitch = filter === 'paused' || filter === 'handover';
    const [table, id] = ofSwitch ? ['switch s', 's.user_id'] : ['"user" u', 'u.id'];
    const [where, ...values] = and([...matches, ...after(id)]);
    const found = `(select ${id} as id from ${table} where ${where} order by ${id} desc limit ?) found`;
    return read(`${found} ${ITS_USER} ${ITS_SWITCH}`, ['true', ...values, limit]);
  }
  const pattern = `%${literally(search)}%`;
  const contains: Condition = ['(u.email ilike ? or u.name ilike ?)', pattern, pattern];
  const [older, ...values] = and(after('id'));
  const newest = `(select * from "user" where ${older} order by id desc limit ${NEWEST}) u`;
  const [where, ...more] = and([contains, ...matches]);
  const among = await read(`${newest} ${ITS_SWITCH}`, [where, ...values, ...more]);
  if (among.length === limit) return among;
  const [all, ...wanted] = and([contains, ...after('u.id')]);
  const [rest, ...others] = and(matches);
  const found = `(with found as materialized (select * from "user" u where ${all}) select * from found) u`;
  return read(`${found} ${ITS_SWITCH}`, [rest, ...wanted, ...others]);
}

/** One account; null if it does not exist. */
export async function findUser(em: EntityManager, config: Config, id: string) {
  const [row] = await em.execute<AccountRow[]>(
    `select ${FIELDS} from "user" u join switch s on s.user_id = u.id where u.id = ?`,
    [id],
  );
  return row ? present(config, row) : null;
}
