import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Config } from '../../../config.ts';
import { mailboxOf } from '../../../db/mailbox.ts';
import type { Claims } from '../../auth/caller.ts';
import type { DeviceToken } from '../../auth/devices.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { Problem } from '../errors.ts';
import { LIMITS, type Limit, type MailboxLimit, type RequestLimit } from '../limits.ts';
import { networksOf, type ScopeKind } from '../quotas/requester.ts';
import { tryAgain } from '../try-again.ts';

/** Devices named in a log-in. They may be another account's. */
export interface ShownDevices {
  cookie: DeviceToken | null;
  /** In the body. */
  named: DeviceToken | null;
}

export interface RateLimits {
  /**
   * Counts a request by its sender, before reading its body: by network, session or account, as the limit says. Known
   * devices are counted separately from strangers in their network.
   *
   * @throws Problem `rate_limited`
   */
  byClient(
    name: RequestLimit | 'none',
    ctx: Context,
    claims: Claims | null,
    cookie?: DeviceToken | null,
  ): Promise<void>;
  /**
   * Refuses a request that `byClient` would refuse, if it refused one like it a moment ago. It costs nothing, so it
   * comes first: a flood of refused requests must not keep the database and Redis busy.
   *
   * @throws Problem `rate_limited`
   */
  refuseAgain(
    name: RequestLimit | 'none',
    ctx: Context,
    claims: Claims | null,
    cookie?: DeviceToken | null,
  ): void;
  /**
   * Takes back what `byClient` counted for the account of a session, but not what it counted for the session. Call it
   * if no live session was found: only a live one may use up its account's limit.
   */
  giveBack(name: RequestLimit | 'none', claims: Claims): Promise<void>;
  /**
   * Takes back what `byClient` counted, and counts the request under `default` instead: it failed validation, so it did
   * nothing that the limit restricts. Otherwise mistyping an address could keep people from resetting their password.
   *
   * @throws Problem `rate_limited`
   */
  countAsDefault(
    name: RequestLimit | 'none',
    ctx: Context,
    claims: Claims | null,
    cookie: DeviceToken | null,
  ): Promise<void>;
  /**
   * Counts a request by the account it names, or by the known device of that account that sent it. Only for limits by
   * `network_and_email`.
   *
   * @throws Problem `rate_limited`
   */
  byAccount(name: RequestLimit | 'none', ctx: Context, email: string, shown: ShownDevices): Promise<void>;
  /**
   * Counts a mail to this mailbox, however its address is spelled.
   *
   * @throws Problem `rate_limited`
   */
  byMailbox(name: MailboxLimit, ctx: Context, email: string): Promise<void>;
  /**
   * Clears the counters of an address, its sessions and its devices, but not those that protect other people's
   * mailboxes.
   *
   * @returns false if Redis did not answer
   */
  forget(account: {
    email: string;
    sessionIds: readonly string[];
    /** From `deviceCredentials`. */
    credentials: readonly string[];
  }): Promise<boolean>;
  /**
   * Resets the limits on changing the switch for an account with a new password: a thief may have used them up.
   * Counters that protect the password and other people's mailboxes stay.
   *
   * @param sessionId the session that remains
   * @returns false if Redis did not answer
   */
  renew(userId: string, sessionId?: string): Promise<boolean>;
}

type Name = keyof typeof LIMITS;

/** Limits that strangers or the owner's own mistakes may have used up. */
const LIFTED = {
  address: ['login'],
  mailbox: ['mail_address'],
  session: ['password', 'two_factor'],
} as const;

/** Limits on changes of a switch. */
const RENEWED = ['weakening', 'removal', 'successor_change'] as const;

/** The state of a counter after a request. */
export interface CounterState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Notes the counter that will refuse first, for the response's headers. */
function note(ctx: Context, count: CounterState): void {
  const before: CounterState | undefined = ctx.state.tightestLimit;
  const tighter =
    !before ||
    count.remaining < before.remaining ||
    (count.remaining === before.remaining && count.reset > before.reset);
  if (tighter) ctx.state.tightestLimit = count;
}

/** Redis doesn't need to know addresses. */
const addressKey = (email: string): string => `email:${createHash('sha256').update(email).digest('hex')}`;
const devicesKey = (email: string, credentials: string): string =>
  `devices/${addressKey(email)}/${credentials}`;

const accountKey = (userId: string): string => `account:${userId}`;

/** A counter, and the multiple of the limit's points that it allows. */
interface Counter {
  key: string;
  times: number;
}

/** Wider networks have ceilings, because a customer may have many networks. */
const TIMES: Record<Exclude<ScopeKind, 'account'>, number> = { network: 1, '/56': 4, '/48': 16 };
/** All sessions of an account together, as a multiple of one. */
const OF_ACCOUNT = 2;
/** All accounts in a network together, as a multiple of one. */
const OF_ACCOUNTS = 20;
/** All known devices of an account, or in a network, together, as a multiple of one. */
const OF_DEVICES = 3;

const countsSession = (name: RequestLimit): boolean => ['session', 'account'].includes(LIMITS[name].by);

/**
 * How long a counter that has refused a request refuses others like it without asking Redis. Another process may have
 * cleared it.
 */
const REFUSES_AGAIN_MS = 1_000;
const MOST_REFUSALS = 10_000;

/** The counters of a client's networks, the narrowest first, because it refuses first. */
const networkCounters = (ip: string, whose = '', times = 1): Counter[] =>
  networksOf(ip)
    .map(({ kind, key }) => ({ key: whose + key, times: times * TIMES[kind as keyof typeof TIMES] }))
    .reverse();

/** One for all spellings of a mailbox. */
const mailboxKey = (email: string): string => addressKey(mailboxOf(email));

/** Counts in Redis, or in this process alone while Redis is down, so that log-ins stay limited. */
export function rateLimits({ redis, config }: { redis: Redis; config: Config }): RateLimits {
  const limiters = new Map<Name, { shared: RateLimiterAbstract; own: RateLimiterAbstract }>();
  for (const [name, { points, seconds }] of Object.entries(LIMITS) as [Name, Limit][]) {
    const options = {
      keyPrefix: `limit:${name}`,
      points: Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE)),
      duration: seconds,
    };
    const own = new RateLimiterMemory(options);
    const shared = new RateLimiterRedis({
      storeClient: redis,
      ...options,
      insuranceLimiter: own,
      rejectIfRedisNotReady: true,
    });
    limiters.set(name, { shared, own });
  }

  /** The states of counters that refused a request a moment ago. */
  const refusals = new BoundedMap<string, { at: number; limit: number; msBeforeNext: number }>(MOST_REFUSALS);
  const refusalKey = (name: Name, key: string) => `${name} ${key}`;

  function remember(name: Name, key: string, limit: number, msBeforeNext: number): void {
    refusals.set(refusalKey(name, key), { at: performance.now(), limit, msBeforeNext });
  }

  async function clear(counters: readonly (readonly [Name, string])[]): Promise<boolean> {
    const cleared = counters.map(async ([name, key]) => {
      refusals.delete(refusalKey(name, key));
      const { shared, own } = limiters.get(name) ?? {};
      await own?.delete(key);
      await shared?.delete(key);
    });
    await Promise.all(cleared);
    return redis.status === 'ready';
  }

  function refuse(ctx: Context, limit: number, msBeforeNext: number): never {
    const reset = Math.max(1, Math.ceil(msBeforeNext / 1000));
    note(ctx, { limit, remaining: 0, reset });
    throw new Problem('rate_limited', tryAgain(reset), { retryAfter: reset });
  }

  /** Counts one after the other, so that a request refused by one counter doesn't use up the next. */
  async function count(name: Name, ctx: Context, counters: readonly Counter[], alone = false): Promise<void> {
    const { shared, own } = limiters.get(name) ?? {};
    const limiter = alone ? own : shared;
    if (!limiter) return;
    for (const { key, times } of counters) {
      const result = await limiter.consume(key).catch((rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return rejected;
        throw rejected;
      });
      const limit = limiter.points * times;
      const { consumedPoints, msBeforeNext } = result;
      if (consumedPoints > limit) {
        remember(name, key, limit, msBeforeNext);
        refuse(ctx, limit, msBeforeNext);
      }
      note(ctx, { limit, remaining: limit - consumedPoints, reset: Math.ceil(msBeforeNext / 1000) });
    }
  }

  /** The counters of a request's sender, in the order in which they are asked. */
  function countersOf(
    name: RequestLimit,
    ctx: Context,
    claims: Claims | null,
    cookie: DeviceToken | null,
  ): Counter[] {
    const { by }: Limit = LIMITS[name];
    if (claims && countsSession(name)) {
      const account = accountKey(claims.userId);
      if (by === 'account') return [{ key: account, times: 1 }];
      return [
        { key: `session:${claims.sessionId}`, times: 1 },
        { key: account, times: OF_ACCOUNT },
      ];
    }
    const ofDevice = by === 'network_and_email' && cookie;
    return ofDevice ? networkCounters(ctx.ip, 'devices/', OF_DEVICES) : networkCounters(ctx.ip);
  }

  return {
    async byClient(name, ctx, claims, cookie = null) {
      if (name === 'none') return;
      await count(name, ctx, countersOf(name, ctx, claims, cookie));
      if (!claims || !countsSession(name)) return;
      // This only protects the process, so it isn't worth asking Redis.
      await count(name, ctx, networkCounters(ctx.ip, 'accounts/', OF_ACCOUNTS), true);
    },
    async giveBack(name, { userId }) {
      if (name === 'none' || !countsSession(name)) return;
      await limiters.get(name)?.shared.reward(accountKey(userId));
    },
    async countAsDefault(name, ctx, claims, cookie) {
      if (name === 'none' || name === 'default') return;
      await count('default', ctx, countersOf('default', ctx, claims, null));
      for (const { key } of countersOf(name, ctx, claims, cookie))
        await limiters.get(name)?.shared.reward(key);
    },
    refuseAgain(name, ctx, claims, cookie = null) {
      if (name === 'none' || refusals.size === 0) return;
      for (const { key } of countersOf(name, ctx, claims, cookie)) {
        const refusal = refusals.get(refusalKey(name, key));
        if (!refusal) continue;
        const passedMs = performance.now() - refusal.at;
        if (passedMs < REFUSES_AGAIN_MS) refuse(ctx, refusal.limit, refusal.msBeforeNext - passedMs);
        refusals.delete(refusalKey(name, key));
      }
    },
    async byAccount(name, ctx, email, { cookie, named }) {
      if (name === 'none' || LIMITS[name].by !== 'network_and_email') return;
      const device = [cookie, named].find((each) => each?.isFor(email));
      // Another account's device is treated as a stranger.
      if (cookie && !cookie.isFor(email)) await count(name, ctx, networkCounters(ctx.ip));
      const address = addressKey(email);
      if (!device) return count(name, ctx, [{ key: address, times: 1 }]);
      await count(name, ctx, [
        { key: `device:${device.id}`, times: 1 },
        // Devices from before a change of password share another counter, and use up nothing of the owner's.
        { key: devicesKey(email, device.credentials), times: OF_DEVICES },
      ]);
    },
    byMailbox: (name, ctx, email) => count(name, ctx, [{ key: mailboxKey(email), times: 1 }]),
    forget: ({ email, sessionIds, credentials }) =>
      clear([
        ...LIFTED.address.map((name) => [name, addressKey(email)] as const),
        ...LIFTED.mailbox.map((name) => [name, mailboxKey(email)] as const),
        ...credentials.map((each) => ['login', devicesKey(email, each)] as const),
        ...LIFTED.session.flatMap((name) => sessionIds.map((id) => [name, `session:${id}`] as const)),
      ]),
    renew: (userId, sessionId) =>
      clear(
        RENEWED.flatMap((name) => [
          [name, accountKey(userId)],
          ...(sessionId === undefined ? [] : [[name, `session:${sessionId}`] as const]),
        ]),
      ),
  };
}
