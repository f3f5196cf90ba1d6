/** Lockouts counted in this process: the same rules in TypeScript as lockout/redis.ts has in Lua. */
import { type LedgerStatus, LOCKOUT, type LockoutLedger } from './rules.ts';

interface AccountFailures {
  failures: Map<string, number>;
  lockedUntil: number;
  /** Lockouts so far. */
  level: number;
  /** The last attempt. */
  seenAt: number;
}

/** The most addresses to remember, so that guesses at more and more addresses cannot fill the memory. */
const MOST = 100_000;

export function memoryLedger(): LockoutLedger {
  const accounts = new Map<string, AccountFailures>();

  /** The current state; null if there is none any more. */
  function current(key: string, now: number): AccountFailures | null {
    const account = accounts.get(key);
    if (!account) return null;
    if (now - Math.max(account.seenAt, account.lockedUntil) >= LOCKOUT.forgottenMs) {
      accounts.delete(key);
      return null;
    }
    if (account.lockedUntil > now) return account;
    if (account.lockedUntil > 0) {
      account.failures.clear();
      account.lockedUntil = 0;
    }
    for (const [id, at] of account.failures) if (at <= now - LOCKOUT.windowMs) account.failures.delete(id);
    return account;
  }

  function statusOf(key: string, now: number): LedgerStatus {
    const account = current(key, now);
    const lockedUntil = account && account.lockedUntil > now ? account.lockedUntil : null;
    return { lockedUntil, failures: account?.failures.size ?? 0 };
  }

  return {
    async reserve(key, id, now) {
      const account = current(key, now) ?? { failures: new Map(), lockedUntil: 0, level: 0, seenAt: now };
      if (account.lockedUntil > now) return account.lockedUntil;
      account.failures.set(id, now);
      account.seenAt = now;
      if (account.failures.size >= LOCKOUT.failures) {
        account.lockedUntil = now + Math.min(LOCKOUT.firstMs * 2 ** account.level, LOCKOUT.longestMs);
        account.level += 1;
      }
      // The first is the least recently used.
      accounts.delete(key);
      accounts.set(key, account);
      if (accounts.size > MOST) accounts.delete(accounts.keys().next().value ?? key);
      return null;
    },
    async giveBack(key, id, now) {
      const account = accounts.get(key);
      if (!account?.failures.delete(id)) return;
      if (account.lockedUntil > now && account.failures.size < LOCKOUT.failures) {
        account.lockedUntil = 0;
        account.level -= 1;
      }
    },
    async forget(key) {
      accounts.delete(key);
    },
    async statuses(keys, now) {
      return keys.map((key) => statusOf(key, now));
    },
  };
}
