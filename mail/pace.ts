/**
 * How fast mails go to the mail server: no faster than `SMTP_RATE` over all workers, and not at all while the server
 * rests because it has asked us to slow down.
 *
 * The SMTP client's own limit (`rateLimit`, `rateDelta`) is per connection pool, so each worker would have the whole
 * rate, and it keeps claimed mails waiting in memory. Here a mail waits before it is claimed.
 */
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** The mails of one task queue. */
export interface MailPace {
  /**
   * Asks for a mail's turn.
   *
   * @returns 0 if it may go now, and then counts as sent; otherwise how long it waits before it asks again, in
   * milliseconds
   */
  turn(): Promise<number>;
  /** The server has asked us to slow down: it rests, longer each time. */
  throttled(): Promise<void>;
  /** The server has taken a mail: once it has rested, the next rest is short again. */
  accepted(): Promise<void>;
}

export interface PaceOptions {
  /** Null: within this process only. While Redis is away, each process has the whole rate and rests on its own. */
  redis: Redis | null;
  /** Which mail server, so that instances with the same Redis and server share its rate. */
  server: string;
  /** Mails a second; null: as many as the server takes. */
  rate: number | null;
  /** For tests. */
  firstRestMs?: number;
}

const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 15 * 60_000;
/** How long it is remembered that the server rested, if it takes no mail after it. */
const REMEMBER_MS = 2 * LONGEST_REST_MS;
/** Of each ten places, one is kept for account mail. */
const KEPT_FOR_ACCOUNTS = 10;
/** Mails that wait for a server without a known rate come back so far apart. */
const APART_MS = 50;
/** Account mail waits for the next second here, so often; then it comes back like any other mail. */
const ACCOUNT_TRIES = 5;

interface Rest {
  until: number;
  lengthMs: number;
}

/** @returns the pace of the switches' mail, and of account mail, which goes first */
export function createPaces(options: PaceOptions): { switches: MailPace; accounts: MailPace } {
  const { redis, server, rate, firstRestMs = FIRST_REST_MS } = options;
  const key = `mail:rest:${server}`;
  let known: Rest | null = null;
  /** When the last of the waiting mails comes back. */
  let lastTurn = 0;

  const all = rate === null ? null : limiter(options, 'all', rate);
  const points = Math.max(1, Math.floor(rate ?? 1));
  // With a single place a second there is nothing to keep.
  const some =
    all && points > 1 ? limiter(options, 'switches', points - Math.ceil(points / KEPT_FOR_ACCOUNTS)) : all;

  /** Redis says it for all; while it is away, what this process knows. */
  async function rest(): Promise<Rest | null> {
    if (redis?.status !== 'ready') return known;
    const found = await redis.get(key).catch(() => undefined);
    if (found === undefined) return known;
    known = found === null ? null : (JSON.parse(found) as Rest);
    return known;
  }

  /** Waiting mails come back one after the other, or the server would be flooded at once. */
  function inLine(afterMs: number): number {
    const now = Date.now();
    lastTurn = Math.max(lastTurn + (rate === null ? APART_MS : 1_000 / rate), now + afterMs);
    return Math.ceil(lastTurn - now);
  }

  async function restMs(): Promise<number> {
    const found = await rest();
    const left = found === null ? 0 : found.until - Date.now();
    // A date written by a clock that was ahead must not stop all mail.
    return left > LONGEST_REST_MS ? 0 : Math.max(0, left);
  }

  const shared = {
    async throttled(): Promise<void> {
      const before = await rest();
      const now = Date.now();
      // Mails that were under way together are throttled together: that is one rest.
      if (before && before.until > now) return;
      const lengthMs = before ? Math.min(LONGEST_REST_MS, before.lengthMs * 2) : firstRestMs;
      known = { until: now + lengthMs, lengthMs };
      await redis?.set(key, JSON.stringify(known), 'PX', REMEMBER_MS).catch(() => {});
    },
    async accepted(): Promise<void> {
      // One that was under way when the rest began says nothing.
      if (known === null || known.until > Date.now()) return;
      known = null;
      await redis?.del(key).catch(() => {});
    },
  };

  return {
    switches: {
      ...shared,
      async turn() {
        const resting = await restMs();
        if (resting > 0) return inLine(resting);
        for (const each of some === all ? [all] : [some, all]) {
          const wait = await consume(each);
          if (wait > 0) return inLine(wait);
        }
        return 0;
      },
    },
    accounts: {
      ...shared,
      async turn() {
        for (let tries = 1; ; tries += 1) {
          const resting = await restMs();
          if (resting > 0) return resting;
          const wait = await consume(all);
          if (wait === 0) return 0;
          if (tries === ACCOUNT_TRIES) return wait;
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      },
    },
  };
}

/** As fast as the server takes them, and no rest is remembered beyond this process. */
export const unlimited = (): MailPace => createPaces({ redis: null, server: '', rate: null }).switches;

function limiter({ redis, server, rate }: PaceOptions, name: string, points: number): RateLimiterAbstract {
  const options = {
    keyPrefix: `mail:rate:${server}:${name}`,
    points: Math.max(1, Math.floor(points)),
    // Fewer than one a second: one every few seconds.
    duration: rate !== null && rate < 1 ? Math.ceil(1 / rate) : 1,
    // Spreads the mails over the second, so that no second between two windows gets twice as many.
    execEvenly: rate !== null && rate >= 1,
  };
  const inProcess = new RateLimiterMemory(options);
  if (!redis) return inProcess;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inProcess,
  });
}

/** @returns how long there is no place; 0 if this took one */
async function consume(limit: RateLimiterAbstract | null): Promise<number> {
  if (!limit) return 0;
  return limit.consume('all').then(
    () => 0,
    ({ msBeforeNext }: { msBeforeNext?: number }) => Math.max(1, msBeforeNext ?? 1_000),
  );
}
