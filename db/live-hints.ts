/**
 * Hints for open pages: "something about this owner was committed". They carry only IDs and can be lost or repeated. A
 * process that gets one reads the database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** One channel per database, so that services can share a Redis without hearing of each other's owners. */
export const liveChannel = (databaseName: string): string => `live:${databaseName}`;

/** After a message, hints are gathered for this long. Every process receives every message. */
const GATHER_MS = 10;

/** The owners that a message is about. */
export const ownersIn = (message: string): string[] => message.split(' ');

/** @returns whether Redis took the hint. Never throws, and doesn't wait while Redis is down. */
export type PublishHint = (userId: string) => Promise<boolean>;

/** A single hint is sent at once. Those that follow closely go together. */
export function liveHints(redis: Redis, channel: string): PublishHint {
  let next: { owners: Set<string>; sent: Promise<boolean> } | null = null;

  async function send(owners: Iterable<string>): Promise<boolean> {
    next = gather();
    if (redis.status !== 'ready') return false;
    return redis.publish(channel, [...owners].join(' ')).then(
      () => true,
      () => false,
    );
  }

  function gather() {
    const owners = new Set<string>();
    const sent = sleep(GATHER_MS).then(() => {
      next = null;
      return owners.size > 0 ? send(owners) : true;
    });
    return { owners, sent };
  }

  return (userId) => {
    if (!next) return send([userId]);
    next.owners.add(userId);
    return next.sent;
  };
}
