/** Lists the addresses that are locked now. lockout/redis.ts only knows their SHA-256. */
import type { Redis } from 'ioredis';

const BATCH = 1_000;

/** Devices and sessions are counted beside the addresses. */
const ADDRESS = /^[0-9a-f]{64}$/;

/**
 * Scans Redis. Not included: what a single process counted while Redis was down.
 *
 * @returns the SHA-256 of each locked address, in hex
 * @throws at once if Redis is not connected
 */
export async function lockedAddresses(redis: Redis, now: Date): Promise<string[]> {
  if (redis.status !== 'ready') throw new Error('Redis is not reachable');
  // The client adds its prefix to keys, but not to patterns, and does not remove it from results.
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
