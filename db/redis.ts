/** The connection to Redis, as API and worker open it. */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface RedisAddress {
  host: string;
  port: number;
  /** Blank where it asks for none. */
  password: string;
}

/** Connects now and again whenever it is lost. Nothing waits for Redis: what needs it does without while it is down. */
export function openRedis({ host, port, password }: RedisAddress, log: Logger): Redis {
  const redis = new Redis({
    host,
    port,
    ...(password ? { password } : {}),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 200, 3_000),
  });
  redis.on('error', (err: Error) => log.warn({ err: err.message }, 'Redis is not reachable'));
  return redis;
}
