/** Accounts as an administrator sees them. */
import type { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { SwitchStatus } from '../../../switch/state.ts';
import { type LockoutStatus, lockoutStatuses } from '../../auth/lockout.ts';
import { planOf } from '../../billing/plans.ts';
import type { ApiDeps } from '../../deps.ts';
import type { AdminUser, UsersQuery } from './schema.ts';

interface Row {
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

/** Filters that the database can answer. `locked` needs the addresses from Redis. */
const FILTERS = {
  verified: 'u.email_verified_at is not null',
  unverified: 'u.email_verified_at is null',
  locked: `email_hash(u.email) = any(?::text[])`,
  paused: `s.status = 'paused'`,
  handover: `s.status in ('grace_period', 'awaiting_successors', 'released')`,
} as const;

type User = z.output<typeof AdminUser>;
/** As stored. */
export type Account = Omit<User, keyof LockoutStatus>;

const present = (config: Config, row: Row): Account => ({
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
  deps: Pick<ApiDeps, 'redis' | 'log'>,
  accounts: readonly Account[],
  now: Date,
): Promise<User[]> {
  const emails = accounts.map(({ email }) => email);
  const statuses = await lockoutStatuses(deps, emails, now);
  return accounts.map((account, i) => ({ ...account, ...presentLockout(statuses[i] as LockoutStatus) }));
}

/** Escapes text for ILIKE. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export interface UsersPage extends Pick<z.output<typeof UsersQuery>, 'search' | 'filter' | 'limit'> {
  /** Users before this one: the last of the previous page. */
  before?: string | undefined;
  /** SHA-256 in hex of the locked addresses; only used by the filter `locked`. */
  locked: readonly string[];
}

/** Newest first, with one more than the limit if there is another page. */
export async function findUsers(em: EntityManager, config: Config, page: UsersPage) {
  const conditions: [string, ...unknown[]][] = [];
  if (page.before !== undefined) conditions.push(['u.id < ?', page.before]);
  if (page.filter === 'locked') conditions.push([FILTERS.locked, `{${page.locked.join(',')}}`]);
  else if (page.filter) conditions.push([FILTERS[page.filter]]);
  if (page.search !== undefined) {
    const pattern = `%${literally(page.search)}%`;
    conditions.push(['(u.email ilike ? or u.name ilike ?)', pattern, pattern]);
  }
  const where = ['true', ...conditions.map(([sql]) => sql)].join(' and ');
  const rows = await em.execute<Row[]>(
    `select ${FIELDS} from "user" u join switch s on s.user_id = u.id where ${where} order by u.id desc limit ?`,
    [...conditions.flatMap(([, ...values]) => values), page.limit + 1],
  );
  return rows.map((row) => present(config, row));
}

/** One account; null if it does not exist. */
export async function findUser(em: EntityManager, config: Config, id: string) {
  const [row] = await em.execute<Row[]>(
    `select ${FIELDS} from "user" u join switch s on s.user_id = u.id where u.id = ?`,
    [id],
  );
  return row ? present(config, row) : null;
}
