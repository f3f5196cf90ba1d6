/** The dependencies of the API. All of them enter through `createApp(deps)`. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outages } from '../db/liveness.ts';
import type { EntityManager, Orm } from '../db/orm.ts';
import type { Signers } from '../db/signers.ts';
import type { FileStores } from '../files/store.ts';
import type { Rules } from '../switch/state.ts';
import type { KeyDerivation } from './auth/key-derivation.ts';
import type { LockoutLedgers } from './auth/lockout/rules.ts';
import type { Payments } from './billing/payments.ts';
import type { Cache } from './cache/cache.ts';
import type { RateLimits } from './http/middleware/rate-limit.ts';
import type { Quotas } from './http/quotas/quotas.ts';
import type { LivePort } from './live/port.ts';
import type { DatabaseSpace } from './monitoring/disk-space.ts';
import type { FileSpace } from './monitoring/file-space.ts';
import type { HealthReport, Metrics } from './monitoring/port.ts';
import type { Sns } from './routes/mail/sns.ts';
import type { SiteText } from './routes/site/texts.ts';

/** What exists before there is a server. */
export interface SettledDeps extends Signers {
  config: Config;
  orm: Orm;
  redis: Redis;
  /** Values that are the same for every process. */
  cache: Cache;
  log: Logger;
  /**
   * Domain time, in milliseconds. Throws ClockUntrusted while the clock cannot be verified; nothing is dated then.
   */
  clock: () => number | Promise<number>;
  /** Null while paid plans are not offered. */
  payments: Payments | null;
  /** Amazon SNS, which signs what SES reports. */
  sns: Sns;
  rules: Rules;
  /** Where files are kept; null if none are taken. */
  files: FileStores | null;
  /** Whether to check each answer against its declaration. An undeclared one is our mistake, for tests to find. */
  checkResponses: boolean;
  /** How clients may derive keys from a password, oldest first. */
  keyDerivations: readonly KeyDerivation[];
  /**
   * When the API, mail and the public address were down, for answers: as it was known up to ten seconds ago.
   *
   * @param em if the caller has a connection, so that it does not wait for another one
   */
  outages: (from: number, to: number, em?: EntityManager) => Promise<Outages>;
}

export interface ApiDeps extends SettledDeps {
  /** The open websockets of this process and, through Redis, of all others. */
  live: LivePort;
  /** What is shared out among those who ask this process at the same time. */
  quotas: Quotas;
  /** Counts requests, together with all other processes through Redis. */
  limits: RateLimits;
  /** Counts failed attempts to prove one's identity. */
  lockouts: LockoutLedgers;
  /** Whether the database refuses writes for lack of space. */
  databaseSpace: DatabaseSpace;
  /** Whether the store of files has space. */
  fileSpace: FileSpace;
  /** The report of this process; within a tenth of a second, the same one. */
  health: () => Promise<HealthReport>;
  metrics: Metrics;
  /**
   * Where owners' activity logs ended when this process last looked, so that the next record can be signed before the
   * database is asked. Only a hint: another process may have added records since, so the database compares before it
   * writes.
   */
  logEnds: Map<string, string>;
  /** The operator's pages. */
  siteText: SiteText;
}
