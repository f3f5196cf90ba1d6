/** A value in Redis that all processes share, and the lock of the process that is computing it. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { withTimeout } from '../../db/timeout.ts';

/** If Redis takes longer, the value is read from its source instead. */
const TIMEOUT_MS = 250;

export type Lookup =
  | { found: 'value'; text: string; remainingMs: number }
  /** The caller computes the value, and then calls `store` or `release` with this token. */
  | { found: 'lock'; token: string }
  /** Another process is computing it. */
  | { found: 'computing' };

export interface SharedValue {
  /**
   * Reads the value. If there is none and nobody is computing it, the caller gets the lock.
   *
   * @param lockMs how long the lock lasts if its owner dies
   * @throws Error if Redis doesn't answer
   */
  find(lockMs: number): Promise<Lookup>;
  /** Stores the value and frees the lock, unless it expired and belongs to another process. @throws Error */
  store(text: string, lifetimeMs: number, token: string): Promise<void>;
  /** Frees the lock without a value. @throws Error */
  release(token: string): Promise<void>;
}

/** `KEYS[1]` is the value and `KEYS[2]` the lock, `ARGV[1]` the token and `ARGV[2]` how long the lock lasts. */
const FIND = `
  local text = redis.call('GET', KEYS[1])
  if text then return { text, redis.call('PTTL', KEYS[1]) } end
  if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0
`;

const RELEASE = `if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`;

/** `ARGV[2]` is the value and `ARGV[3]` how long it lives. */
const STORE = `redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) ${RELEASE}`;

export function sharedValue(redis: Redis, key: string, timeoutMs = TIMEOUT_MS): SharedValue {
  const run = async (script: string, ...args: (string | number)[]): Promise<unknown> => {
    if (redis.status !== 'ready') throw new Error('Redis is not reachable');
    return withTimeout(redis.eval(script, 2, key, `${key}/lock`, ...args), timeoutMs);
  };
  return {
    async find(lockMs) {
      const token = randomUUID();
      const reply = await run(FIND, token, lockMs);
      if (!Array.isArray(reply)) return reply === 1 ? { found: 'lock', token } : { found: 'computing' };
      const [text, remainingMs] = reply as [string, number];
      return { found: 'value', text, remainingMs };
    },
    async store(text, lifetimeMs, token) {
      await run(STORE, token, text, lifetimeMs);
    },
    async release(token) {
      await run(RELEASE, token);
    },
  };
}
