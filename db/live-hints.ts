/**
 * Hints for open pages: "something about this owner was committed". They carry an ID and nothing else, and may be
 * lost or doubled; whoever hears one reads the database.
 */
import type { Redis } from 'ioredis';

/** One per database: whoever shares a Redis with somebody else's service does not hear of its owners. */
export const liveChannel = (databaseName: string): string => `live:${databaseName}`;

/** @returns whether Redis took the hint. Never throws, and never waits for a Redis that is down. */
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
