/** Lockouts counted in Redis for all API processes: the rules of lockout/memory.ts in Lua, one script per call. */
import type { Redis } from 'ioredis';
import { type LedgerStatus, LOCKOUT, type LockoutLedger } from './rules.ts';

/**
 * A hash per address: `until`, `level`, `seen`, and a field `f:<id>` with the time of each failure. `KEYS[1]` is the
 * hash, `ARGV[1]` the time; the rest are the rules. Times come from the caller, so that all processes and tests
 * agree. The expiry only tidies up.
 */
const CURRENT = `
  local key, now = KEYS[1], tonumber(ARGV[1])
  local most, window, first = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local longest, forgotten, id = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
  local function load()
    local flat, account = redis.call('HGETALL', key), { failures = {}, count = 0, until_ = 0, level = 0, seen = 0 }
    for i = 1, #flat, 2 do
      local name, value = flat[i], tonumber(flat[i + 1])
      if name == 'until' then account.until_ = value
      elseif name == 'level' then account.level = value
      elseif name == 'seen' then account.seen = value
      else account.failures[name] = value; account.count = account.count + 1 end
    end
    return account
  end
  local function drop(account, name)
    redis.call('HDEL', key, name)
    account.failures[name] = nil
    account.count = account.count - 1
  end
  local function current()
    local account = load()
    if now - math.max(account.seen, account.until_) >= forgotten then
      redis.call('DEL', key)
      return { failures = {}, count = 0, until_ = 0, level = 0, seen = 0 }
    end
    if account.until_ > now then return account end
    for name, at in pairs(account.failures) do
      if account.until_ > 0 or at <= now - window then drop(account, name) end
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
  end
  redis.call('PEXPIRE', key, text(longest + forgotten))
  return false
`;

const GIVE_BACK = `${CURRENT}
  if redis.call('HDEL', key, 'f:' .. id) == 0 then return false end
  local account = load()
  if account.until_ > now and account.count < most then
    redis.call('HDEL', key, 'until')
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
  const run = async (script: string, key: string, now: number, id = ''): Promise<unknown> => {
    if (redis.status !== 'ready') throw new Error('Redis is not reachable');
    return redis.eval(script, 1, `lockout:${key}`, now, ...RULES, id);
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
      await redis.del(`lockout:${key}`);
    },
    async status(key, now) {
      return statusIn(await run(STATUS, key, now), now);
    },
    async statuses(keys, now) {
      if (redis.status !== 'ready') throw new Error('Redis is not reachable');
      const asking = redis.pipeline();
      for (const key of keys) asking.eval(STATUS, 1, `lockout:${key}`, now, ...RULES, '');
      const answers = (await asking.exec()) ?? [];
      return keys.map((_, i) => {
        const [error, answer] = answers[i] ?? [new Error('Redis did not answer'), null];
        if (error) throw error;
        return statusIn(answer, now);
      });
    },
  };
}
