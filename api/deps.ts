/** What the API needs from the outside; all of it enters through `createApp(deps)`. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { SignRecord } from '../db/activity-log.ts';
import type { Outages } from '../db/liveness.ts';
import type { EntityManager, Orm } from '../db/orm.ts';
import type { TokenSeal } from '../db/tokens.ts';
import type { Rules } from '../switch/state.ts';
import type { Payments } from './billing/payments.ts';
import type { Gates } from './http/gate.ts';
import type { RateLimits } from './http/middleware/rate-limit.ts';
import type { LivePort } from './live/port.ts';

export interface ApiDeps {
  config: Config;
  orm: Orm;
  redis: Redis;
  log: Logger;
  /** Domain time, in milliseconds. Throws ClockUntrusted where nobody can vouch for it; nothing is dated then. */
  clock: () => number | Promise<number>;
  /** Null while paid plans are not offered. */
  payments: Payments | null;
  rules: Rules;
  signRecord: SignRecord;
  seal: TokenSeal;
  /** When API, mail and the public address could not be reached; for what the settings and the timeline show. */
  outages: (from: number, to: number, em: EntityManager) => Promise<Outages>;
  /** The open websockets, of this process and through Redis of all others. */
  live: LivePort;
  /** What may go on at the same time within this process. */
  gates: Gates;
  /** What is counted of requests, here and through Redis on all other processes. */
  limits: RateLimits;
}

/** What is settled before there is a server. */
export type SettledDeps = Omit<ApiDeps, 'live' | 'gates' | 'limits'>;
