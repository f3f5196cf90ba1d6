/**
 * The lockout: 5 failed attempts within 15 minutes close an address for 15 minutes, each further lockout for twice
 * as long, up to a day. Addresses without an account are treated the same.
 *
 * An attempt counts as failed from before it is checked until it is known not to be, so that of however many guesses
 * at once no more than five are ever checked. Counted in Redis, in one script; in this process while Redis is down.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { ApiDeps } from './deps.ts';
import { type ErrorCode, Problem } from './errors.ts';
import { memoryLedger } from './lockout/memory.ts';
import { redisLedger } from './lockout/redis.ts';
import type { LockoutLedger } from './lockout/rules.ts';

type Deps = Pick<ApiDeps, 'redis' | 'log'>;

/** What an attempt fails with: a wrong password, a wrong second factor. Anything else gives the attempt back. */
const FAILURES: readonly ErrorCode[] = [
  'invalid_credentials',
  'two_factor_invalid',
  'wrong_password',
  'wrong_two_factor_code',
];

interface Ledgers {
  shared: LockoutLedger;
  /** What was counted while Redis was down; holds in this process alone. */
  own: LockoutLedger;
}

const ledgers = new WeakMap<Redis, Ledgers>();

function ledgersOf({ redis }: Deps): Ledgers {
  const known = ledgers.get(redis);
  if (known) return known;
  const made = { shared: redisLedger(redis), own: memoryLedger() };
  ledgers.set(redis, made);
  return made;
}

/** Redis has no need to know any address. */
const keyOf = (email: string): string => createHash('sha256').update(email).digest('hex');

/** Asks Redis, and this process's own ledger where Redis does not answer. */
async function withFallback<T>(
  deps: Deps,
  ask: (ledger: LockoutLedger) => Promise<T>,
): Promise<{ answer: T; by: LockoutLedger }> {
  const { shared, own } = ledgersOf(deps);
  try {
    return { answer: await ask(shared), by: shared };
  } catch (error) {
    deps.log.warn({ err: (error as Error).message }, 'lockouts are counted in this process alone');
    return { answer: await ask(own), by: own };
  }
}

const locked = (until: number, now: Date): Problem => {
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return new Problem('account_locked', `Try again in ${seconds} seconds, or reset the password.`, {
    retryAfter: seconds,
  });
};

/**
 * Runs an attempt to prove who one is, unless the address is locked. Success forgets the failures before it; a
 * `Problem` that says that password or second factor were wrong counts as a failure; anything else does not count.
 *
 * @param email as it is stored; whether it has an account makes no difference
 * @throws Problem `account_locked`, without having run it, with the seconds until it makes sense to come back
 */
export async function attempt<T>(deps: Deps, email: string, now: Date, check: () => Promise<T>): Promise<T> {
  const key = keyOf(email);
  const { own } = ledgersOf(deps);
  const ownLock = (await own.status(key, now.getTime())).lockedUntil;
  if (ownLock !== null) throw locked(ownLock, now);
  const id = randomUUID();
  const { answer: lock, by } = await withFallback(deps, (ledger) => ledger.reserve(key, id, now.getTime()));
  if (lock !== null) throw locked(lock, now);
  try {
    const result = await check();
    await unlock(deps, email);
    return result;
  } catch (error) {
    const failed = error instanceof Problem && FAILURES.includes(error.code);
    // Where that is not possible any more, it stays counted.
    if (!failed) await by.giveBack(key, id, now.getTime()).catch(() => {});
    throw error;
  }
}

export interface LockoutStatus {
  isLocked: boolean;
  lockedUntil: Date | null;
  /** Within the last 15 minutes, or up to the lockout that is on. */
  failedAttempts: number;
}

/** How each of these addresses stands, in one round trip. While Redis is down: as far as this process knows. */
export async function lockoutStatuses(
  deps: Deps,
  emails: readonly string[],
  now: Date,
): Promise<LockoutStatus[]> {
  const keys = emails.map(keyOf);
  const ask = (ledger: LockoutLedger) => ledger.statuses(keys, now.getTime());
  const own = await ask(ledgersOf(deps).own);
  const { answer } = await withFallback(deps, ask);
  return keys.map((_, i) => {
    const until = Math.max(own[i]?.lockedUntil ?? 0, answer[i]?.lockedUntil ?? 0);
    return {
      isLocked: until > 0,
      lockedUntil: until > 0 ? new Date(until) : null,
      failedAttempts: Math.max(own[i]?.failures ?? 0, answer[i]?.failures ?? 0),
    };
  });
}

/** How an address stands, as above. */
export async function lockoutStatus(deps: Deps, email: string, now: Date): Promise<LockoutStatus> {
  const [status] = await lockoutStatuses(deps, [email], now);
  return status as LockoutStatus;
}

/**
 * Forgets every failure and lockout of an address: after success, after a reset by mail, or by an administrator.
 *
 * @returns false while Redis cannot be told: what it has counted will hold again when it is back
 */
export async function unlock(deps: Deps, email: string): Promise<boolean> {
  const key = keyOf(email);
  const { own, shared } = ledgersOf(deps);
  await own.forget(key);
  const { by } = await withFallback(deps, (ledger) => ledger.forget(key));
  return by === shared;
}
