import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../errors.ts';
import { LIMITS, type Limit, type LimitName } from '../limits.ts';
import type { Caller } from '../route.ts';

export interface RateLimits {
  /**
   * Counts a request by who sends it, before anything of its body is read: by address, session, or the caller's
   * account, as the limit says.
   *
   * @throws Problem `rate_limited`
   */
  byClient(name: LimitName, ctx: Context, caller: Caller | null): Promise<void>;
  /** Counts it by the account that it names. @throws Problem `rate_limited` */
  byAccount(name: LimitName, ctx: Context, email: string): Promise<void>;
}

/** What a counter says after a request was counted. */
interface Count {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Of all counters that a request counts against, the one that will refuse first is told. */
function tell(ctx: Context, count: Count): void {
  const before: Count | undefined = ctx.state.tightestLimit;
  const tighter =
    !before ||
    count.remaining < before.remaining ||
    (count.remaining === before.remaining && count.reset > before.reset);
  if (!tighter) return;
  ctx.state.tightestLimit = count;
  ctx.set('RateLimit-Limit', String(count.limit));
  ctx.set('RateLimit-Remaining', String(count.remaining));
  ctx.set('RateLimit-Reset', String(count.reset));
}

/** Who is counted as one: an IPv4 address, or the /64 that an IPv6 customer has to themselves. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
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

/** Redis has no need to know any address. */
const addressKey = (email: string): string => `email:${createHash('sha256').update(email).digest('hex')}`;

/** Counts in Redis; in this process alone while Redis is down, so that log-in stays limited. */
export function rateLimits({ redis, config }: Pick<ApiDeps, 'redis' | 'config'>): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  for (const [name, { points, seconds }] of Object.entries(LIMITS) as [LimitName, Limit][]) {
    const options = {
      keyPrefix: `limit:${name}`,
      points: Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE)),
      duration: seconds,
    };
    limiters.set(
      name,
      new RateLimiterRedis({
        storeClient: redis,
        ...options,
        insuranceLimiter: new RateLimiterMemory(options),
        rejectIfRedisNotReady: true,
      }),
    );
  }

  async function count(name: LimitName, ctx: Context, keys: readonly string[]): Promise<void> {
    const limiter = limiters.get(name);
    if (!limiter) return;
    for (const key of keys) {
      const result = await limiter.consume(key).catch((rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return rejected;
        throw rejected;
      });
      const reset = Math.ceil(result.msBeforeNext / 1000);
      tell(ctx, { limit: limiter.points, remaining: Math.max(0, result.remainingPoints), reset });
      if (result.consumedPoints > limiter.points) {
        throw new Problem('rate_limited', `Try again in ${reset} seconds.`, { retryAfter: reset });
      }
    }
  }

  return {
    async byClient(name, ctx, caller) {
      if (name === 'none') return;
      const { by }: Limit = LIMITS[name];
      const keys: string[] = [];
      if (by === 'session' && caller) keys.push(`session:${caller.session.id}`);
      else if (by === 'account' && caller) keys.push(`account:${caller.user.id}`);
      else if (by !== 'email') keys.push(`ip:${networkOf(ctx.ip)}`);
      if (by === 'ip_and_email' && caller) keys.push(addressKey(caller.user.email));
      await count(name, ctx, keys);
    },
    async byAccount(name, ctx, email) {
      if (name === 'none') return;
      const { by }: Limit = LIMITS[name];
      if (by === 'email' || by === 'ip_and_email') await count(name, ctx, [addressKey(email)]);
    },
  };
}
