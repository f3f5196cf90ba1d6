/** The connection to Redis. */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface RedisAddress {
  host: string;
  port: number;
  /** Empty if none is needed. */
  password: string;
}

/** Connects at once, and again whenever the connection is lost. Commands fail fast, because nothing waits for Redis. */
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
