/**
 * How fast mails go to the mail server: no faster than `SMTP_RATE` over all workers, and not at all for a while after the
 * server has asked us to slow down.
 *
 * The SMTP client's own limit (`rateLimit`, `rateDelta`) is per connection pool, so each worker would have the whole
 * rate, and it keeps claimed mails waiting in memory. Here a mail waits before it is claimed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RETRY, throttleMs } from './retry.ts';

/** The mails of one task queue. */
export interface MailPace {
  /**
   * Asks for a mail's turn, and waits for it if it comes within moments.
   *
   * @returns 0 if the mail may go now, and then its place is taken; otherwise how long to wait before asking again, in
   * milliseconds
   */
  turn(): Promise<number>;
  /** Whether all mail is paused. */
  isPaused(): Promise<boolean>;
  /** The server has asked us to slow down: all mail pauses, longer each time. */
  noteThrottled(): Promise<void>;
  /** The server has accepted a mail: if that was after a pause, the next pause is short again. */
  noteAccepted(): Promise<void>;
}

export interface PaceOptions {
  /** Null: within this process only. While Redis is down, each process has the whole rate and pauses on its own. */
  redis: Redis | null;
  /** Which mail server, so that instances with the same Redis and server share its rate. */
  server: string;
  /** Mails a second; null: as many as the server takes. */
  rate: number | null;
}

const LONGEST_PAUSE_MS = RETRY.throttled.longestMs;
/** How long a pause is remembered if the server accepts no mail after it. */
const REMEMBER_MS = 2 * LONGEST_PAUSE_MS;
/** How far ahead a mail takes a place. Account mail looks further ahead, so it goes before all mails that wait. */
const AHEAD_MS = 100;
const ACCOUNTS_AHEAD_MS = 1_000;
/** The longest that account mail waits for its place here: at a low rate the next place may be minutes away. */
const ACCOUNTS_WAIT_MS = 30_000;
/** How far apart waiting mails come back if the server's rate isn't known. */
const APART_MS = 50;

/**
 * Takes the next place unless it is too far ahead, and returns how far ahead it is. The time to the next place is the
 * key's time to live, so no worker's clock matters.
 */
const TAKE_PLACE = `
local step, most, furthest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ahead = math.max(0, redis.call('PTTL', KEYS[1]))
-- Redis's clock was set back: that must not stop all mail.
if ahead > furthest + step then ahead = 0 end
if ahead <= most then redis.call('SET', KEYS[1], '', 'PX', ahead + step) end
return ahead`;

interface Pause {
  /** By `performance.now()`. */
  until: number;
  lengthMs: number;
}

/** @returns the pace of the switches' mail, and of account mail, which goes first */
export function createPaces({ redis, server, rate }: PaceOptions): {
  switches: MailPace;
  accounts: MailPace;
} {
  const pauseKey = `mail:pause:${server}`;
  const placeKey = `mail:place:${server}`;
  const stepMs = rate === null ? APART_MS : Math.ceil(1_000 / rate);
  const accountsAheadMs = Math.max(ACCOUNTS_AHEAD_MS, Math.min(stepMs, ACCOUNTS_WAIT_MS));
  /** What this process knows. */
  let known: Pause | null = null;
  let nextPlace = 0;

  /** The last pause of all workers, from Redis; while Redis is down, of this process. */
  async function lastPause(): Promise<Pause | null> {
    if (redis?.status !== 'ready') return known;
    const [length, ttl] = await Promise.all([redis.get(pauseKey), redis.pttl(pauseKey)]).catch(() => []);
    if (length === undefined || ttl === undefined) return known;
    const left = ttl - REMEMBER_MS;
    // Redis's clock was set back: that must not stop all mail.
    const leftMs = left > LONGEST_PAUSE_MS ? 0 : left;
    known = length === null ? null : { until: performance.now() + leftMs, lengthMs: Number(length) };
    return known;
  }

  async function pauseMs(): Promise<number> {
    const { until = 0 } = (await lastPause()) ?? {};
    return Math.max(0, until - performance.now());
  }

  function takePlaceHere(mostMs: number): number {
    const now = performance.now();
    const aheadMs = Math.max(0, nextPlace - now);
    if (aheadMs <= mostMs) nextPlace = now + aheadMs + stepMs;
    return aheadMs;
  }

  /** @returns how far ahead the next place is; it is taken if that isn't more than `mostMs` */
  async function takePlace(mostMs: number): Promise<number> {
    if (rate === null) return 0;
    if (redis?.status !== 'ready') return takePlaceHere(mostMs);
    const taken = redis.eval(TAKE_PLACE, 1, placeKey, stepMs, mostMs, accountsAheadMs) as Promise<number>;
    return taken.catch(() => takePlaceHere(mostMs));
  }

  /** Waiting mails come back one after the other. All at once, they would flood the server. */
  function lineUp(): (afterMs: number) => number {
    let last = 0;
    return (afterMs) => {
      const now = performance.now();
      last = Math.max(last + stepMs, now + afterMs);
      return Math.ceil(last - now);
    };
  }

  function paceOf(mostMs: number): MailPace {
    const inLine = lineUp();
    return {
      async turn() {
        const pausedMs = await pauseMs();
        if (pausedMs > 0) return inLine(pausedMs);
        const aheadMs = await takePlace(mostMs);
        if (aheadMs > mostMs) return inLine(aheadMs);
        if (aheadMs > 0) await sleep(aheadMs);
        return 0;
      },
      isPaused: async () => (await pauseMs()) > 0,
      async noteThrottled() {
        const before = await lastPause();
        const now = performance.now();
        // Mails that were under way together are throttled together: that is one pause.
        if (before && before.until > now) return;
        const lengthMs = throttleMs(before?.lengthMs);
        known = { until: now + lengthMs, lengthMs };
        await redis?.set(pauseKey, lengthMs, 'PX', lengthMs + REMEMBER_MS).catch(() => {});
      },
      async noteAccepted() {
        // A mail that was under way when the pause began says nothing.
        if (known === null || known.until > performance.now()) return;
        known = null;
        await redis?.del(pauseKey).catch(() => {});
      },
    };
  }

  return { switches: paceOf(AHEAD_MS), accounts: paceOf(accountsAheadMs) };
}

/** As fast as the server accepts mails. Pauses are remembered in this process only. */
export const unlimited = (): MailPace => createPaces({ redis: null, server: '', rate: null }).switches;
