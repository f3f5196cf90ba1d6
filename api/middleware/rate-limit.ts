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
    const keys = [`ip:${ctx.ip}`];
    if (by === 'ip_and_email' && email) keys.push(`email:${email}`);
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
