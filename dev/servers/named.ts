import { once } from 'node:events';
import { pino } from 'pino';
import { type Config, databaseOf, redisOf, temporalOf } from '../../config.ts';
import { openRedis } from '../../db/redis.ts';
import { Failure } from '../cli/failure.ts';
import { untilReady } from '../processes/ready.ts';
import { query } from './postgres.ts';
import { temporalAnswers } from './temporal.ts';

/** For a server that is starting at the same moment. */
const LIMITS = { timeoutMs: 5_000, everyMs: 250 };

/** @throws Failure that names the variables to check, unless the server answers */
async function demand(what: string, where: string, variables: string, probe: () => Promise<unknown>) {
  await untilReady(probe, what, LIMITS).catch((error: Failure) => {
    throw new Failure(`${what} at ${where} cannot be used (${error.message}): check ${variables}`);
  });
}

/** Checks that the PostgreSQL named in the environment lets us in. */
export const demandPostgres = (config: Config): Promise<void> =>
  demand(
    'PostgreSQL',
    `${config.DB_HOST}:${config.DB_PORT}`,
    'DB_HOST, DB_PORT, DB_NAME, DB_USER and DB_PASSWORD',
    () => {
      const { name: database, ...address } = databaseOf(config);
      return query({ ...address, database }, 'select 1');
    },
  );

/** Checks that the Redis named in the environment answers. */
export const demandRedis = (config: Config): Promise<void> =>
  demand('Redis', `${config.REDIS_HOST}:${config.REDIS_PORT}`, 'REDIS_HOST and REDIS_PORT', async () => {
    const redis = openRedis(redisOf(config), pino({ level: 'silent' }));
    try {
      await once(redis, 'ready');
    } finally {
      redis.disconnect();
    }
  });

/** Checks that the Temporal named in the environment answers and has the namespace. */
export const demandTemporal = (config: Config): Promise<void> =>
  demand('Temporal', config.TEMPORAL_ADDRESS, 'TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and TEMPORAL_TLS', () =>
    temporalAnswers(temporalOf(config), config.TEMPORAL_NAMESPACE),
  );
