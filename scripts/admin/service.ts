/** What an operator's command works on: the service's settings, database and Redis. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { LockoutLedgers } from '../../api/auth/lockout/rules.ts';
import { openLockouts } from '../../api/auth/lockout.ts';
import { type RateLimits, rateLimits } from '../../api/http/middleware/rate-limit.ts';
import { email as address } from '../../api/http/schemas.ts';
import { type Config, databaseOf, redisOf, rulesOf } from '../../config.ts';
import { recordSigner, type SignRecord } from '../../db/activity-log.ts';
import { databaseTime } from '../../db/database-clock.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { liveChannel, liveHints } from '../../db/live-hints.ts';
import { type Outages, outageReader } from '../../db/liveness.ts';
import { openLog } from '../../db/log.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { type DatabaseAddress, type Orm, openDatabase } from '../../db/orm.ts';
import { openRedis } from '../../db/redis.ts';
import { withTimeout } from '../../db/timeout.ts';
import { ClockUntrusted, type TrustedClock, trustedClock } from '../../db/trusted-clock.ts';
import { Failure, UsageFailure } from '../../dev/cli/failure.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import type { Rules } from '../../switch/state.ts';

/** How long Redis may take to answer before it is considered down. */
const REDIS_TIMEOUT_MS = 2_000;

export interface AdminService {
  config: Config;
  orm: Orm;
  /** May be down; commands that need it say so. */
  redis: Redis;
  limits: RateLimits;
  lockouts: LockoutLedgers;
  log: Logger;
  /** The trusted clock. Throws Failure if this machine's clock disagrees with the database's. */
  clock: () => Promise<number>;
  rules: Rules;
  signRecord: SignRecord;
  outages: (from: number, to: number) => Promise<Outages>;
  /** Updates the owner's open pages. */
  announce: (userId: string) => void;
  /** For the operator log. */
  operator: string;
  /** Prints a line before the result. */
  print: (line: string) => void;
  close(): Promise<void>;
}

/** A text to print, with the exit code 3 if it says that something is wrong. */
export type CommandResult = string | { text: string; code: 3 };

function operatorName(): string {
  try {
    return `shell/${userInfo().username}`;
  } catch {
    // In a container, the user may be a number without a name.
    return `shell/${process.getuid?.() ?? 'unknown'}`;
  }
}

/** @throws Failure if this machine's clock can't be trusted */
async function comparedTime(clock: TrustedClock): Promise<number> {
  try {
    return await clock.current();
  } catch (error) {
    if (!(error instanceof ClockUntrusted)) throw error;
    throw new Failure(`Nothing was done: ${error.message}`);
  }
}

/** @throws Failure that names the variables to check, unless the database answers */
async function demandDatabase(orm: Orm, { host, port }: DatabaseAddress): Promise<void> {
  try {
    await orm.em.fork().execute('select 1');
  } catch (error) {
    await orm.close(true);
    throw new Failure(
      `PostgreSQL at ${host}:${port} cannot be used (${(error as Error).message.split('\n').at(-1)}): check DB_HOST, DB_PORT, DB_NAME, DB_USER and DB_PASSWORD`,
    );
  }
}

/** Opens the service of this configuration. @throws Failure if its database can't be used */
export async function openService(config: Config, print: (line: string) => void): Promise<AdminService> {
  const orm = await openDatabase(databaseOf(config), 4);
  await demandDatabase(orm, databaseOf(config));
  const log = openLog('silent', 'operator');
  const redis = openRedis(redisOf(config), log);
  await withTimeout(once(redis, 'ready'), REDIS_TIMEOUT_MS).catch(() => {});
  const rules = rulesOf(config);
  const clock = trustedClock(databaseTime(orm), MAX_CLOCK_SKEW_MS);
  const hint = liveHints(redis, liveChannel(config.DB_NAME));
  return {
    config,
    orm,
    redis,
    limits: rateLimits({ redis, config }),
    lockouts: openLockouts(redis),
    log,
    clock: () => comparedTime(clock),
    rules,
    signRecord: recordSigner(config.ACTIVITY_HMAC_SECRET),
    outages: outageReader(() => orm.em.fork(), rules.dayMs),
    announce: (userId) => void hint(userId),
    operator: operatorName(),
    print,
    async close() {
      redis.disconnect();
      await orm.close(true);
    },
  };
}

/** An address as it is stored. @throws UsageFailure if it isn't one */
export function addressIn(text: string): string {
  const parsed = address.safeParse(text);
  if (!parsed.success) throw new UsageFailure(`"${text}" is not an e-mail address`);
  return parsed.data;
}

/**
 * The account of an address, however it is written. The look-up is recorded at once, because even a refusal shows that
 * the account exists.
 *
 * @throws Failure if there is none
 */
export async function accountOf(
  { orm, operator, clock }: AdminService,
  text: string,
  action: 'account_seen' | 'status_seen' = 'account_seen',
): Promise<UserRow> {
  const email = addressIn(text);
  const at = new Date(await clock());
  const em = orm.em.fork();
  const user = await em.findOne(User, { email });
  if (!user) throw new Failure(`There is no account with the address ${email}`);
  await recordOperator(em, { at, operator, action, userId: user.id });
  return user;
}
