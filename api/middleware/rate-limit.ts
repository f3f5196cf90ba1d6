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

export type RateLimit = (
  name: LimitName,
  ctx: Context,
  caller: Caller | null,
  email: string | null,
) => Promise<void>;

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
export function rateLimits({ redis, config }: ApiDeps): RateLimit {
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

  const keysOf = ({ by }: Limit, ctx: Context, caller: Caller | null, email: string | null): string[] => {
    if (by === 'session' && caller) return [`session:${caller.session.id}`];
    if (by === 'account' && caller) return [`account:${caller.user.id}`];
    if (by === 'email') return email ? [addressKey(email)] : [];
    const keys = [`ip:${networkOf(ctx.ip)}`];
    if (by === 'ip_and_email' && email) keys.push(addressKey(email));
    return keys;
  };

  return async (name, ctx, caller, email) => {
    const limiter = limiters.get(name);
    if (!limiter || name === 'none') return;
    const limit: Limit = LIMITS[name];
    for (const key of keysOf(limit, ctx, caller, email)) {
      const result = await limiter.consume(key).catch((rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return rejected;
        throw rejected;
      });
      const reset = Math.ceil(result.msBeforeNext / 1000);
      ctx.set('RateLimit-Limit', String(limiter.points));
      ctx.set('RateLimit-Remaining', String(Math.max(0, result.remainingPoints)));
      ctx.set('RateLimit-Reset', String(reset));
      if (result.consumedPoints > limiter.points) {
        throw new Problem('rate_limited', `Try again in ${reset} seconds.`, { retryAfter: reset });
      }
    }
  };
}
