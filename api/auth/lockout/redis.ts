/** Lockouts counted in Redis for all API processes: the rules of lockout/memory.ts in Lua, one script per call. */
import type { Redis } from 'ioredis';
import { type LedgerStatus, LOCKOUT, type LockoutLedger } from './rules.ts';

/**
 * The set of everything that is locked, scored by the end of the lock, so that listing it doesn't scan all keys of
 * Redis.
 */
const LOCKED = 'lockouts';

/**
 * A hash per address: `until`, `level`, `seen`, and a field `f:<id>` with the time of each failure. `KEYS[1]` is the
 * hash and `KEYS[2]` the list of what is locked, where `ARGV[8]` names the hash. `ARGV[1]` is the time, and the other
 * arguments are the rules. Times come from the caller, so that all processes and tests agree. The expiry only tidies up.
 */
const CURRENT = `
  local key, now = KEYS[1], tonumber(ARGV[1])
  local most, window, first = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local longest, forgotten, id, name = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7], ARGV[8]
  local function load()
    local flat, account = redis.call('HGETALL', key), { failures = {}, count = 0, until_ = 0, level = 0, seen = 0 }
    for i = 1, #flat, 2 do
      local field, value = flat[i], tonumber(flat[i + 1])
      if field == 'until' then account.until_ = value
      elseif field == 'level' then account.level = value
      elseif field == 'seen' then account.seen = value
      else account.failures[field] = value; account.count = account.count + 1 end
    end
    return account
  end
  local function drop(account, field)
    redis.call('HDEL', key, field)
    account.failures[field] = nil
    account.count = account.count - 1
  end
  local function current()
    local account = load()
    if now - math.max(account.seen, account.until_) >= forgotten then
      redis.call('DEL', key)
      return { failures = {}, count = 0, until_ = 0, level = 0, seen = 0 }
    end
    if account.until_ > now then return account end
    for field, at in pairs(account.failures) do
      if account.until_ > 0 or at <= now - window then drop(account, field) end
    end
    account.until_ = 0
    redis.call('HDEL', key, 'until')
    return account
  end
  local function text(n) return string.format('%.0f', n) end
`;

const RESERVE = `${CURRENT}
  local account = current()
  if account.until_ > now then return text(account.until_) end
  if not account.failures['f:' .. id] then account.count = account.count + 1 end
  redis.call('HSET', key, 'f:' .. id, text(now), 'seen', text(now))
  if account.count >= most then
    local lock = math.min(first * 2 ^ account.level, longest)
    redis.call('HSET', key, 'until', text(now + lock), 'level', text(account.level + 1))
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(now))
    redis.call('ZADD', KEYS[2], text(now + lock), name)
    redis.call('PEXPIRE', KEYS[2], text(longest + forgotten))
  end
  redis.call('PEXPIRE', key, text(longest + forgotten))
  return false
`;

const GIVE_BACK = `${CURRENT}
  if redis.call('HDEL', key, 'f:' .. id) == 0 then return false end
  local account = load()
  if account.until_ > now and account.count < most then
    redis.call('HDEL', key, 'until')
    redis.call('ZREM', KEYS[2], name)
    redis.call('HSET', key, 'level', text(account.level - 1))
  end
  return false
`;

const STATUS = `${CURRENT}
  local account = current()
  return { text(account.until_), text(account.count) }
`;

const RULES = [
  LOCKOUT.failures,
  LOCKOUT.windowMs,
  LOCKOUT.firstMs,
  LOCKOUT.longestMs,
  LOCKOUT.forgottenMs,
] as const;

function statusIn(answer: unknown, now: number): LedgerStatus {
  const [until, failures] = answer as [string, string];
  return { lockedUntil: Number(until) > now ? Number(until) : null, failures: Number(failures) };
}

/** @throws at once if Redis is not connected */
export function redisLedger(redis: Redis): LockoutLedger {
  const run = async (script: string, key: string, now: number, id: string): Promise<unknown> => {
    if (redis.status !== 'ready') throw new Error('Redis is not reachable');
    return redis.eval(script, 2, `lockout:${key}`, LOCKED, now, ...RULES, id, key);
  };
  return {
    async reserve(key, id, now) {
      const until = await run(RESERVE, key, now, id);
      return until === null ? null : Number(until);
    },
    async giveBack(key, id, now) {
      await run(GIVE_BACK, key, now, id);
    },
    async forget(key) {
      if (redis.status !== 'ready') throw new Error('Redis is not reachable');
      await redis.multi().del(`lockout:${key}`).zrem(LOCKED, key).exec();
    },
    async statuses(keys, now) {
      if (redis.status !== 'ready') throw new Error('Redis is not reachable');
      const asking = redis.pipeline();
      for (const key of keys) asking.eval(STATUS, 2, `lockout:${key}`, LOCKED, now, ...RULES, '', key);
      const answers = (await asking.exec()) ?? [];
      return keys.map((_, i) => {
        const [error, answer] = answers[i] ?? [new Error('Redis did not answer'), null];
        if (error) throw error;
        return statusIn(answer, now);
      });
    },
  };
}

/** Tells addresses from the devices and sessions in the same set. */
const ADDRESS = /^[0-9a-f]{64}$/;

/**
 * The addresses that are locked now, for administrators. Lockouts that a single process counted while Redis was down
 * are not included.
 *
 * @returns the SHA-256 of each, in hex, which is all that Redis knows of them
 * @throws at once if Redis is not connected
 */
export async function lockedAddresses(redis: Redis, now: Date): Promise<string[]> {
  if (redis.status !== 'ready') throw new Error('Redis is not reachable');
  const locked = await redis.zrangebyscore(LOCKED, `(${now.getTime()}`, '+inf');
  return locked.filter((name) => ADDRESS.test(name));
}
