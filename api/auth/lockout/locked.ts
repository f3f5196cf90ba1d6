/** Which addresses are locked at this moment, as lockout/redis.ts keeps them: by their SHA-256 alone. */
import type { Redis } from 'ioredis';

const BATCH = 1_000;

/** Devices and sessions are counted beside the addresses. */
const ADDRESS = /^[0-9a-f]{64}$/;

/**
 * Walks Redis; what a single process counted by itself while Redis was down is not in it.
 *
 * @returns the SHA-256 of each locked address, in hex
 * @throws at once while Redis is not there
 */
export async function lockedAddresses(redis: Redis, now: Date): Promise<string[]> {
  if (redis.status !== 'ready') throw new Error('Redis is not reachable');
  // The client puts its prefix before every key that it sends, but not into a pattern, nor off what it gets.
  const prefix = redis.options.keyPrefix ?? '';
  const pattern = `${prefix.replace(/[\\*?[\]^-]/g, '\\$&')}lockout:*`;
  const locked = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', BATCH);
    cursor = next;
    const untils = await Promise.all(keys.map((key) => redis.hget(key.slice(prefix.length), 'until')));
    for (const [i, key] of keys.entries()) {
      const name = key.slice(prefix.length + 'lockout:'.length);
      if (ADDRESS.test(name) && Number(untils[i] ?? 0) > now.getTime()) locked.add(name);
    }
  } while (cursor !== '0');
  return [...locked];
}
