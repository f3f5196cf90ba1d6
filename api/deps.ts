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

/** The dependencies that exist before there is a server. */
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
  /** Amazon SNS, which signs the reports of SES. */
  sns: Sns;
  rules: Rules;
  /** Where files are kept; null if none are accepted. */
  files: FileStores | null;
  /** Whether to check each response against its declaration. An undeclared one is a bug, which tests should find. */
  checkResponses: boolean;
  /** How clients may derive keys from a password, oldest first. */
  keyDerivations: readonly KeyDerivation[];
  /**
   * When the API, mail and the public address were down, as known at most ten seconds ago. For responses only.
   *
   * @param em if the caller has a connection, so that it does not wait for another one
   */
  outages: (from: number, to: number, em?: EntityManager) => Promise<Outages>;
}

export interface ApiDeps extends SettledDeps {
  /** The open websockets of this process and, through Redis, of all others. */
  live: LivePort;
  /** The resources that requests to this process share. */
  quotas: Quotas;
  /** Counts requests, together with all other processes through Redis. */
  limits: RateLimits;
  /** Counts failed attempts to prove one's identity. */
  lockouts: LockoutLedgers;
  /** Whether the database refuses writes for lack of space. */
  databaseSpace: DatabaseSpace;
  /** Whether the store of files has space. */
  fileSpace: FileSpace;
  /** The health report of this process, which is reused for a tenth of a second. */
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
