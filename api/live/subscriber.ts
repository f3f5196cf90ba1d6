/** Receives the hints of all processes over its own connection to Redis. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { ownersIn } from '../../db/live-hints.ts';

export interface Subscriber {
  /** False while hints may be missed. */
  readonly subscribed: boolean;
  /** Checks that Redis still answers; replaces a connection that hangs. */
  check(): Promise<void>;
  close(): void;
}

export interface Listener {
  onHint(userId: string): void;
  /** Called when hints may have been missed. */
  onResume(): void;
}

const TIMEOUT_MS = 2_000;

/** @param redis only its connection settings are used */
export function subscribe(redis: Redis, channel: string, listener: Listener, log: Logger): Subscriber {
  let subscribed = false;
  const own = redis.duplicate({
    autoResubscribe: false,
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
  });
  const again = (error: Error) => {
    log.warn({ err: error.message }, 'cannot receive hints for open pages; trying again');
    own.disconnect(true);
  };
  own.on('error', (error: Error) => log.debug({ err: error.message }, 'the hints’ Redis is not reachable'));
  own.on('close', () => {
    subscribed = false;
  });
  own.on('ready', () => {
    own.subscribe(channel).then(() => {
      subscribed = true;
      listener.onResume();
    }, again);
  });
  own.on('message', (_channel: string, message: string) => {
    for (const userId of ownersIn(message)) listener.onHint(userId);
  });
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
