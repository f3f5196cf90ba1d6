/** Hears the hints of every process, over a connection to Redis of its own. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface Subscriber {
  /** False while hints are missed. */
  readonly subscribed: boolean;
  /** Asks whether Redis is still there; a connection that hangs is made anew. */
  check(): Promise<void>;
  close(): void;
}

export interface Listener {
  heard(userId: string): void;
  /** Hints may have been missed until this moment. */
  resumed(): void;
}

const PATIENCE_MS = 2_000;

/** @param redis where to connect to; it is not used itself */
export function subscribe(redis: Redis, channel: string, listener: Listener, log: Logger): Subscriber {
  let subscribed = false;
  const own = redis.duplicate({
    autoResubscribe: false,
    enableOfflineQueue: false,
    commandTimeout: PATIENCE_MS,
    maxRetriesPerRequest: 0,
  });
  const again = (error: Error) => {
    log.warn({ err: error.message }, 'hints for open pages cannot be heard; trying again');
    own.disconnect(true);
  };
  own.on('error', (error: Error) => log.debug({ err: error.message }, 'the hints’ Redis is not reachable'));
  own.on('close', () => {
    subscribed = false;
  });
  own.on('ready', () => {
    own.subscribe(channel).then(() => {
      subscribed = true;
      listener.resumed();
    }, again);
  });
  own.on('message', (_channel: string, userId: string) => listener.heard(userId));
  return {
    get subscribed() {
      return subscribed;
    },
    async check() {
      if (subscribed) await own.ping().catch(again);
    },
    close() {
      own.disconnect();
    },
  };
}
