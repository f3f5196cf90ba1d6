/**
 * Hints for open pages: "something about this owner was committed". They carry only an ID and can be lost or repeated.
 * A process that gets one reads the database.
 */
import type { Redis } from 'ioredis';

/** One channel per database, so that services can share a Redis without hearing of each other's owners. */
export const liveChannel = (databaseName: string): string => `live:${databaseName}`;

/** @returns whether Redis took the hint. Never throws, and doesn't wait while Redis is down. */
export type TellLive = (userId: string) => Promise<boolean>;

export const liveHints =
  (redis: Redis, channel: string): TellLive =>
  async (userId) => {
    if (redis.status !== 'ready') return false;
    return redis.publish(channel, userId).then(
      () => true,
      () => false,
    );
  };
