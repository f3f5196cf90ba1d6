import { type Config, temporalOf } from '../../config.ts';
import { Failure } from '../cli/failure.ts';
import { firstAnswer, untilReady } from '../processes/ready.ts';
import { query } from './postgres.ts';
import { temporalAnswers } from './temporal.ts';

/** For a server that starts at the same moment as we do. */
const PATIENCE = { timeoutMs: 5_000, everyMs: 250 };

/** Promises that what these variables name answers; says which variables to check when it does not. */
async function demand(what: string, where: string, variables: string, probe: () => Promise<unknown>) {
  await untilReady(probe, what, PATIENCE).catch((error: Failure) => {
    throw new Failure(`${what} at ${where} cannot be used (${error.message}): check ${variables}`);
  });
}

/** Promises that the PostgreSQL named in the environment lets us in. */
export const demandPostgres = (config: Config): Promise<void> =>
  demand(
    'PostgreSQL',
    `${config.DB_HOST}:${config.DB_PORT}`,
    'DB_HOST, DB_PORT, DB_NAME, DB_USER and DB_PASSWORD',
    () =>
      query(
        {
          host: config.DB_HOST,
          port: config.DB_PORT,
          database: config.DB_NAME,
          user: config.DB_USER,
          password: config.DB_PASSWORD,
        },
        'select 1',
      ),
  );

/** Promises that the Redis named in the environment answers, even if only to ask who we are. */
export const demandRedis = (config: Config): Promise<void> =>
  demand('Redis', `${config.REDIS_HOST}:${config.REDIS_PORT}`, 'REDIS_HOST and REDIS_PORT', async () =>
    /^(\+PONG|-NOAUTH)/.test(await firstAnswer(config.REDIS_PORT, 'PING\r\n', config.REDIS_HOST)),
  );

/** Promises that the Temporal named in the environment answers and has the namespace. */
export const demandTemporal = (config: Config): Promise<void> =>
  demand('Temporal', config.TEMPORAL_ADDRESS, 'TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and TEMPORAL_TLS', () =>
    temporalAnswers(temporalOf(config), config.TEMPORAL_NAMESPACE),
  );
