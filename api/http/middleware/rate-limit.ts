import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Config } from '../../../config.ts';
import type { Claims } from '../../auth/caller.ts';
import type { Device } from '../../auth/devices.ts';
import { Problem } from '../errors.ts';
import { LIMITS, type Limit, type MailboxLimit, type RequestLimit } from '../limits.ts';
import { tryAgain } from '../try-again.ts';

/** Devices named in a log-in, for whatever account. */
export interface ShownDevices {
  cookie: Device | null;
  /** In the body. */
  named: Device | null;
}

export interface RateLimits {
  /**
   * Counts a request by its sender, before reading its body: by address, session or account, as the limit says. A
   * known device is counted instead of its address, which it may share with strangers.
   *
   * @throws Problem `rate_limited`
   */
  byClient(
    name: RequestLimit | 'none',
    ctx: Context,
    claims: Claims | null,
    cookie?: Device | null,
  ): Promise<void>;
  /**
   * Counts a request by the account it names, unless it came from a device of that account. Only for limits by
   * `ip_and_email`.
   *
   * @throws Problem `rate_limited`
   */
  byAccount(name: RequestLimit | 'none', ctx: Context, email: string, shown: ShownDevices): Promise<void>;
  /**
   * Counts a mail to this mailbox.
   *
   * @throws Problem `rate_limited`
   */
  byMailbox(name: MailboxLimit, ctx: Context, email: string): Promise<void>;
  /**
   * Clears the counters of an address and its sessions, but not those that protect other people's mailboxes.
   *
   * @returns false if Redis did not answer
   */
  forget(whose: { email: string; sessionIds: readonly string[] }): Promise<boolean>;
}

type Name = keyof typeof LIMITS;

/** Limits that strangers or the owner's own mistakes may have used up. */
const LIFTED = { address: ['login', 'mail_address'], session: ['password', 'two_factor'] } as const;

/** The state of a counter after a request. */
export interface Count {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Notes the counter that will refuse first, for the answer's headers. */
function note(ctx: Context, count: Count): void {
  const before: Count | undefined = ctx.state.tightestLimit;
  const tighter =
    !before ||
    count.remaining < before.remaining ||
    (count.remaining === before.remaining && count.reset > before.reset);
  if (tighter) ctx.state.tightestLimit = count;
}

/** Who counts as one client: an IPv4 address, or the /64 of an IPv6 customer. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1];
  if (mapped) return mapped;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [head = '', tail] = ip.toLowerCase().split('::');
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Redis does not need to know addresses. */
const addressKey = (email: string): string => `email:${createHash('sha256').update(email).digest('hex')}`;

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

  async function count(name: Name, ctx: Context, keys: readonly string[]): Promise<void> {
    const limiter = limiters.get(name)?.shared;
    if (!limiter) return;
    for (const key of keys) {
      const result = await limiter.consume(key).catch((rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return rejected;
        throw rejected;
      });
      const reset = Math.ceil(result.msBeforeNext / 1000);
      note(ctx, { limit: limiter.points, remaining: Math.max(0, result.remainingPoints), reset });
      if (result.consumedPoints > limiter.points) {
        throw new Problem('rate_limited', tryAgain(reset), { retryAfter: reset });
      }
    }
  }

  return {
    async byClient(name, ctx, claims, cookie = null) {
      if (name === 'none') return;
      const { by }: Limit = LIMITS[name];
      const keys: string[] = [];
      if (by === 'session' && claims) keys.push(`session:${claims.sessionId}`);
      else if (by === 'account' && claims) keys.push(`account:${claims.userId}`);
      else if (by === 'ip_and_email' && cookie) keys.push(`device:${cookie.id}`);
      else keys.push(`ip:${networkOf(ctx.ip)}`);
      await count(name, ctx, keys);
    },
    async byAccount(name, ctx, email, { cookie, named }) {
      if (name === 'none' || LIMITS[name].by !== 'ip_and_email' || cookie?.isFor(email)) return;
      // A device of another account is a stranger here.
      if (cookie) await count(name, ctx, [`ip:${networkOf(ctx.ip)}`]);
      await count(name, ctx, [named?.isFor(email) ? `device:${named.id}` : addressKey(email)]);
    },
    byMailbox: (name, ctx, email) => count(name, ctx, [addressKey(email)]),
    async forget({ email, sessionIds }) {
      const keys = [
        ...LIFTED.address.map((name) => [name, addressKey(email)] as const),
        ...LIFTED.session.flatMap((name) => sessionIds.map((id) => [name, `session:${id}`] as const)),
      ];
      const cleared = keys.map(async ([name, key]) => {
        const { shared, own } = limiters.get(name) ?? {};
        await own?.delete(key);
        await shared?.delete(key);
      });
      await Promise.all(cleared);
      return redis.status === 'ready';
    },
  };
}
