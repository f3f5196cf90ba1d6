/**
 * Get or compute: values that cost a lot and are the same for every process, such as the numbers of the dashboard. A
 * value lives in Redis for a fixed time, with a copy in each process that has read it, and one process at a time
 * computes it. Without Redis each process computes for itself. Sessions and accounts are never cached.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { type Lookup, type SharedValue, sharedValue } from './shared-value.ts';

/** How often to look whether another process has finished. */
const POLL_MS = 20;
/** No other caller joins a computation that takes longer, because its connection may be dead. */
const JOINED_MS = 10_000;

/** One kind of cached value. */
export interface CacheEntry<T> {
  /** For the metrics and the key in Redis. */
  name: string;
  /** In milliseconds, from the moment the value was known. */
  lifetimeMs: number;
  /**
   * How long a process may compute before another one does so too, in milliseconds. Callers wait for other processes
   * for twice as long at most.
   */
  lockMs: number;
  /** Reads the value from JSON: dates are strings there, and infinity is null. */
  schema: z.ZodType<T>;
}

export interface Cached<T> {
  value: T;
  /** When it became known, by `performance.now()` of this process. */
  at: number;
}

/** How often a value was asked for, by where it came from. */
export interface CacheCounts {
  /** Found in this process. */
  process: number;
  /** Found in Redis. */
  redis: number;
  /** Computed by this process. */
  computed: number;
  /** Computed or found without Redis, because it did not answer; part of `computed`. */
  withoutRedis: number;
}

export interface CacheRequest {
  /** Tells values of one entry apart; only the latest one has a copy in this process. */
  key?: string;
  /**
   * False for callers that have a database connection: they compute the value themselves, because another caller may be
   * waiting for a connection. True by default.
   */
  mayWait?: boolean;
}

export interface Cache {
  /**
   * The value, at most `lifetimeMs` old.
   *
   * @throws whatever `compute` throws; nothing is kept then
   */
  get<T>(entry: CacheEntry<T>, compute: () => Promise<T>, request?: CacheRequest): Promise<Cached<T>>;
  /**
   * Writes and reads a key in Redis.
   *
   * @returns `degraded` if Redis answers but refuses, for example because its memory is full
   * @throws Error if it doesn't answer
   */
  check(): Promise<'up' | 'degraded'>;
  /** By the name of the entry, since this process started. */
  counts(): ReadonlyMap<string, CacheCounts>;
}

export interface CacheOptions {
  redis: Redis;
  /** Services that share a Redis need different ones. */
  namespace: string;
  /** For tests: no value lives longer. With 0, callers only share a running computation. */
  maxLifetimeMs?: number;
  /** For tests: how long Redis may take before it is treated as absent. */
  redisTimeoutMs?: number;
}

interface Copy {
  key: string;
  cached: Cached<unknown>;
  expiresAt: number;
}

interface Computation {
  startedAt: number;
  cached: Promise<Cached<unknown>>;
}

export function createCache({
  redis,
  namespace,
  maxLifetimeMs = Infinity,
  redisTimeoutMs,
}: CacheOptions): Cache {
  const copies = new Map<string, Copy>();
  const running = new Map<string, Computation>();
  const counts = new Map<string, CacheCounts>();

  function countsOf(name: string): CacheCounts {
    let found = counts.get(name);
    if (!found) {
      found = { process: 0, redis: 0, computed: 0, withoutRedis: 0 };
      counts.set(name, found);
    }
    return found;
  }

  function keep<T>(name: string, key: string, value: T, ageMs: number, remainingMs: number): Cached<T> {
    const cached = { value, at: performance.now() - ageMs };
    if (remainingMs > 0) copies.set(name, { key, cached, expiresAt: performance.now() + remainingMs });
    return cached;
  }

  async function getOrCompute<T>(
    { name, lockMs, schema, ...entry }: CacheEntry<T>,
    compute: () => Promise<T>,
    { key = '', mayWait = true }: CacheRequest,
  ): Promise<Cached<T>> {
    const lifetimeMs = Math.min(entry.lifetimeMs, maxLifetimeMs);
    const shared = sharedValue(redis, `cache/${namespace}/${name}/${key}`, redisTimeoutMs);
    const lookup = await find(shared, lockMs, mayWait);
    if (lookup.found === 'value') {
      const { success, data } = schema.safeParse(parsed(lookup.text));
      if (success) {
        countsOf(name).redis += 1;
        return keep(name, key, data, lifetimeMs - lookup.remainingMs, lookup.remainingMs);
      }
    }
    countsOf(name).computed += 1;
    if (lookup.found === 'nothing') countsOf(name).withoutRedis += 1;
    const token = lookup.found === 'lock' ? lookup.token : '';
    try {
      const value = await compute();
      // If it can't be stored, this caller has it all the same.
      if (lookup.found !== 'nothing' && lifetimeMs > 0) {
        await shared.store(JSON.stringify(value), Math.ceil(lifetimeMs), token).catch(() => {});
      } else if (token) await shared.release(token).catch(() => {});
      return keep(name, key, value, 0, lifetimeMs);
    } catch (error) {
      if (token) await shared.release(token).catch(() => {});
      throw error;
    }
  }

  return {
    async get<T>(entry: CacheEntry<T>, compute: () => Promise<T>, request: CacheRequest = {}) {
      const { key = '', mayWait = true } = request;
      const copy = copies.get(entry.name);
      if (copy && copy.key === key && performance.now() < copy.expiresAt) {
        countsOf(entry.name).process += 1;
        return copy.cached as Cached<T>;
      }
      if (!mayWait) return getOrCompute(entry, compute, request);
      const id = `${entry.name}/${key}`;
      const joined = running.get(id);
      if (joined && performance.now() - joined.startedAt < JOINED_MS)
        return joined.cached as Promise<Cached<T>>;
      const mine = { startedAt: performance.now(), cached: getOrCompute(entry, compute, request) };
      running.set(id, mine);
      try {
        return await mine.cached;
      } finally {
        if (running.get(id) === mine) running.delete(id);
      }
    },
    async check() {
      const probe = sharedValue(redis, `cache/${namespace}/probe`, redisTimeoutMs);
      try {
        await probe.store('', 1_000, '');
        return 'up';
      } catch (error) {
        if ((error as Error).name === 'ReplyError') return 'degraded';
        throw error;
      }
    },
    counts: () => counts,
  };
}

/** Waits for the process that computes the value, if the caller may wait. */
async function find(
  shared: SharedValue,
  lockMs: number,
  mayWait: boolean,
): Promise<Lookup | { found: 'nothing' }> {
  const giveUpAt = performance.now() + 2 * lockMs;
  for (;;) {
    const lookup = await shared.find(lockMs).catch(() => ({ found: 'nothing' }) as const);
    if (lookup.found !== 'computing' || !mayWait || performance.now() > giveUpAt) return lookup;
    await sleep(POLL_MS);
  }
}

/** Undefined for text that isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
