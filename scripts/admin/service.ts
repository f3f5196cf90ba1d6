/** The service as an operator's command works on it: the same settings, database and Redis, and no process of its own. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimits, rateLimits } from '../../api/http/middleware/rate-limit.ts';
import { email as address } from '../../api/http/schemas.ts';
import { within } from '../../api/http/timeout.ts';
import { type Config, databaseOf, redisOf, rulesOf } from '../../config.ts';
import { recordSigner, type SignRecord } from '../../db/activity-log.ts';
import { databaseClock } from '../../db/database-clock.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { liveChannel, liveHints } from '../../db/live-hints.ts';
import { type Outages, outageReader } from '../../db/liveness.ts';
import { openLog } from '../../db/log.ts';
import { type Orm, openDatabase } from '../../db/orm.ts';
import { openRedis } from '../../db/redis.ts';
import { ClockUntrusted, type TrustedClock, trustedClock } from '../../db/trusted-clock.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { type Variables, variablesIn, variablesInFile } from '../../dev/instance/environment.ts';
import { savedVariables } from '../../dev/instance/kept.ts';
import { readConfig } from '../../dev/instance.ts';
import { demandPostgres } from '../../dev/servers/named.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import type { Rules } from '../../switch/state.ts';

/** How long Redis may take to answer before it counts as down. */
const REDIS_PATIENCE_MS = 2_000;

export interface Service {
  config: Config;
  orm: Orm;
  /** May not be there: what needs it says so. */
  redis: Redis;
  limits: RateLimits;
  log: Logger;
  /** Throws Failure where this machine's clock is not the database's: nothing is dated by it then. */
  clock: () => Promise<number>;
  rules: Rules;
  signRecord: SignRecord;
  outages: (from: number, to: number) => Promise<Outages>;
  /** Tells the pages that an owner has open. */
  announce: (userId: string) => void;
  /** For the operator log. */
  operator: string;
  close(): Promise<void>;
}

/** The variables of each server go together; which one it is, the first of them says. */
const GROUPS = [
  ['DB_HOST', 'DB_'],
  ['REDIS_HOST', 'REDIS_'],
  ['TEMPORAL_ADDRESS', 'TEMPORAL_'],
  ['SMTP_HOST', 'SMTP_'],
] as const;

/**
 * What the service runs with: what is given, and for the rest what `npm start` wrote down in its data folder. A server
 * is wholly the one or wholly the other.
 *
 * @throws Failure where neither says anything
 */
export function settings(given: Variables, dataDir: string): Variables {
  const saved = savedVariables(dataDir);
  if (!saved) {
    if (given.JWT_SECRET) return given;
    throw new Failure(
      `Nothing was started yet with its data in ${dataDir}, and the environment names no service: run npm start first, say where its data are with --data <folder>, or set the variables of .env.example`,
    );
  }
  const all = { ...saved, ...given };
  for (const [host, prefix] of GROUPS) {
    const [from, other] = given[host] ? [given, saved] : [saved, given];
    for (const name of new Set([...Object.keys(from), ...Object.keys(other)])) {
      if (!name.startsWith(prefix)) continue;
      if (from[name] === undefined) delete all[name];
      else all[name] = from[name];
    }
  }
  return all;
}

function operatorName(): string {
  try {
    return `shell/${userInfo().username}`;
  } catch {
    // A container may run as a number that has no name.
    return `shell/${process.getuid?.() ?? 'unknown'}`;
  }
}

/** @throws Failure where this machine's clock cannot be trusted */
const comparedTime = (clock: TrustedClock): Promise<number> =>
  clock.current().catch((error: unknown) => {
    if (!(error instanceof ClockUntrusted)) throw error;
    throw new Failure(`Nothing was done: ${error.message}`);
  });

/**
 * Opens the service that the environment, `.env` and the data folder of `npm start` name.
 *
 * @param dataDir the folder of `npm start`; `.data` of this checkout unless told
 * @throws Failure where the settings or the database cannot be used
 */
export async function openService(dataDir?: string): Promise<Service> {
  const given = { ...variablesInFile(join(checkout, '.env')), ...variablesIn(process.env) };
  const config = readConfig(settings(given, dataDir ? resolve(dataDir) : join(checkout, '.data')));
  await demandPostgres(config);
  const orm = await openDatabase(databaseOf(config), 4);
  const log = openLog('silent', 'operator');
  const redis = openRedis(redisOf(config), log);
  await within(once(redis, 'ready'), REDIS_PATIENCE_MS).catch(() => {});
  const rules = rulesOf(config);
  const clock = trustedClock(databaseClock(orm), MAX_CLOCK_SKEW_MS);
  const tell = liveHints(redis, liveChannel(config.DB_NAME));
  return {
    config,
    orm,
    redis,
    limits: rateLimits({ redis, config }),
    log,
    clock: () => comparedTime(clock),
    rules,
    signRecord: recordSigner(config.ACTIVITY_HMAC_SECRET),
    outages: outageReader(() => orm.em.fork(), rules.dayMs),
    announce: (userId) => void tell(userId),
    operator: operatorName(),
    async close() {
      redis.disconnect();
      await orm.close(true);
    },
  };
}

/** An address as it is stored, however it is written. @throws Failure where it is none */
export function addressIn(text: string): string {
  const parsed = address.safeParse(text);
  if (!parsed.success) throw new Failure(`"${text}" is no e-mail address`);
  return parsed.data;
}

/** The account of an address, however it is written. @throws Failure where there is none */
export async function accountOf({ orm }: Service, text: string): Promise<UserRow> {
  const email = addressIn(text);
  const user = await orm.em.fork().findOne(User, { email });
  if (!user) throw new Failure(`There is no account with the address ${email}`);
  return user;
}
