/** The connection to Redis. */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { ClientTls } from './orm.ts';

export interface RedisAddress {
  host: string;
  port: number;
  /** Left out: the default user. */
  user?: string;
  /** Empty if none is needed. */
  password: string;
  /** Left out: without TLS. */
  tls?: ClientTls;
  /** The Sentinels to ask where the primary is at present, instead of host and port. TLS is then used for both. */
  sentinel?: { addresses: { host: string; port: number }[]; name: string; password: string };
}

/** Where to connect, as ioredis takes it. */
function target({ host, port, tls, sentinel }: RedisAddress) {
  if (!sentinel) return { host, port, ...(tls ? { tls } : {}) };
  return {
    sentinels: sentinel.addresses,
    name: sentinel.name,
    ...(sentinel.password ? { sentinelPassword: sentinel.password } : {}),
    // Otherwise we would wait forever for a Sentinel that hangs.
    sentinelCommandTimeout: 1_000,
    ...(tls ? { tls, sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
  };
}

/** Connects at once, and again whenever the connection is lost. Commands fail fast, because nothing waits for Redis. */
export function openRedis(address: RedisAddress, log: Logger): Redis {
  const redis = new Redis({
    ...target(address),
    ...(address.user ? { username: address.user } : {}),
    ...(address.password ? { password: address.password } : {}),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    // A machine that vanished closes no connection. Left open, it would let each command wait for its timeout.
    socketTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 200, 3_000),
  });
  redis.on('error', (err: Error) => log.warn({ err: err.message }, 'Redis is not reachable'));
  return redis;
}
