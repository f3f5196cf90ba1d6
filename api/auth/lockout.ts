/**
 * The lockout: 5 failed attempts within 15 minutes lock a scope for 15 minutes, and each further lockout lasts twice
 * as long, up to a day. The scope is the address, for log-ins from anywhere; addresses without an account are treated
 * the same. A known device and a live session have scopes of their own, so that strangers cannot lock anyone out.
 *
 * An attempt is counted as failed until it has succeeded, so that of any number of simultaneous guesses no more than
 * five are ever checked. Counted in Redis by one script, or in this process while Redis is down.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { ApiDeps } from '../deps.ts';
import { type ErrorCode, Problem } from '../http/errors.ts';
import { waitInWords } from '../http/try-again.ts';
import { memoryLedger } from './lockout/memory.ts';
import { redisLedger } from './lockout/redis.ts';
import type { LockoutLedger, LockoutLedgers } from './lockout/rules.ts';

type LockoutDeps = Pick<ApiDeps, 'lockouts' | 'log'>;

/** The errors of a failed attempt. After any other error, the attempt is not counted. */
const FAILURES: readonly ErrorCode[] = [
  'invalid_credentials',
  'two_factor_invalid',
  'wrong_password',
  'wrong_two_factor_code',
];

export const openLockouts = (redis: Redis): LockoutLedgers => ({
  shared: redisLedger(redis),
  own: memoryLedger(),
});

/** Where attempts are counted. */
export type LockoutScope = { address: string } | { device: string } | { session: string };

/** Only addresses are hashed: Redis need not know them. That also tells them apart (lockout/redis.ts). */
function keyOf(scope: LockoutScope): string {
  if ('address' in scope) return createHash('sha256').update(scope.address).digest('hex');
  return 'device' in scope ? `device/${scope.device}` : `session/${scope.session}`;
}

/** Asks Redis, or this process's own ledger if Redis does not answer. */
async function withFallback<T>(
  deps: LockoutDeps,
  ask: (ledger: LockoutLedger) => Promise<T>,
): Promise<{ answer: T; by: LockoutLedger }> {
  const { shared, own } = deps.lockouts;
  try {
    return { answer: await ask(shared), by: shared };
  } catch (error) {
    deps.log.warn(
      { err: (error as Error).message },
      'Redis does not answer: counting lockouts in this process alone',
    );
    return { answer: await ask(own), by: own };
  }
}

const locked = (until: number, now: Date): Problem => {
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return new Problem('account_locked', `Try again in ${waitInWords(seconds)}, or reset the password.`, {
    retryAfter: seconds,
  });
};

/** An attempt that was admitted. */
interface Reserved {
  scope: LockoutScope;
  giveBack(): Promise<void>;
}

/** @returns until when the scope is locked, if it is */
async function reserve(deps: LockoutDeps, scope: LockoutScope, now: Date): Promise<Reserved | number> {
  const key = keyOf(scope);
  const [own] = await deps.lockouts.own.statuses([key], now.getTime());
  if (own?.lockedUntil) return own.lockedUntil;
  const id = randomUUID();
  const { answer: lock, by } = await withFallback(deps, (ledger) => ledger.reserve(key, id, now.getTime()));
  return lock ?? { scope, giveBack: () => by.giveBack(key, id, now.getTime()) };
}

/**
 * Runs an attempt to prove one's identity, unless every scope is locked. Success clears the failures of the scope that
 * was used, unless it proves only a part: a password alone must not clear the failures of a second factor. A `Problem`
 * that says the password or second factor was wrong is a failure there. Anything else is not counted.
 *
 * @param scopes tried in this order: a locked device is treated as a stranger at the address. Addresses are
 *   normalised; whether they have an account makes no difference
 * @param provesAll whether success proves everything that the account asks for
 * @throws Problem `account_locked`, without running it, with the seconds to wait
 */
export async function attempt<T>(
  deps: LockoutDeps,
  scopes: readonly LockoutScope[],
  now: Date,
  check: () => Promise<T>,
  { provesAll = true } = {},
): Promise<T> {
  let until = Number.POSITIVE_INFINITY;
  for (const scope of scopes) {
    const reserved = await reserve(deps, scope, now);
    if (typeof reserved === 'number') until = Math.min(until, reserved);
    else return run(deps, reserved, check, provesAll);
  }
  throw locked(until, now);
}

async function run<T>(
  deps: LockoutDeps,
  { scope, giveBack }: Reserved,
  check: () => Promise<T>,
  provesAll: boolean,
): Promise<T> {
  // If this fails, the attempt stays counted.
  const uncount = () => giveBack().catch(() => {});
  try {
    const result = await check();
    await (provesAll ? forgetFailures(deps, scope) : uncount());
    return result;
  } catch (error) {
    const failed = error instanceof Problem && FAILURES.includes(error.code);
    if (!failed) await uncount();
    throw error;
  }
}

export interface LockoutStatus {
  isLocked: boolean;
  lockedUntil: Date | null;
  /** Within the last 15 minutes, or up to the current lockout. */
  failedAttempts: number;
}

/** The state of each of these addresses, in one round trip. While Redis is down, as far as this process knows. */
export async function lockoutStatuses(
  deps: LockoutDeps,
  emails: readonly string[],
  now: Date,
): Promise<LockoutStatus[]> {
  const keys = emails.map((address) => keyOf({ address }));
  const ask = (ledger: LockoutLedger) => ledger.statuses(keys, now.getTime());
  const own = await ask(deps.lockouts.own);
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

/** As above, for one address. */
export async function lockoutStatus(deps: LockoutDeps, email: string, now: Date): Promise<LockoutStatus> {
  const [status] = await lockoutStatuses(deps, [email], now);
  return status as LockoutStatus;
}

/**
 * Clears all failures and lockouts of a scope: after a success, after a reset by mail, or by an administrator.
 *
 * @returns false if Redis did not answer; its counts then apply again once it is back
 */
export async function forgetFailures(deps: LockoutDeps, scope: LockoutScope): Promise<boolean> {
  const key = keyOf(scope);
  const { own, shared } = deps.lockouts;
  await own.forget(key);
  const { by } = await withFallback(deps, (ledger) => ledger.forget(key));
  return by === shared;
}
