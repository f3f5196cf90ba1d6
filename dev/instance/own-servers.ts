/** Starts the servers of an instance that no variable names, and makes sure that those named answer. */
import type { Config } from '../../config.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { type MailCatcher, startMail } from '../servers/mail.ts';
import { demandPostgres, demandRedis, demandTemporal } from '../servers/named.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';
import type { LocalServer, ServerOptions } from '../servers/server.ts';
import { startTemporal, type TemporalServer } from '../servers/temporal.ts';
import type { Variables } from './environment.ts';

/** The ports of an instance that can be chosen. */
export interface InstancePorts {
  api: number;
  /** Vite's, for a web app that follows its code. */
  webApp: number;
  postgres: number;
  redis: number;
  temporal: number;
  temporalUi: number;
  smtp: number;
  mail: number;
}

/** The servers that were started for an instance. Those named in the variables are missing. */
export interface Servers {
  postgres?: PostgresServer | undefined;
  redis?: LocalServer | undefined;
  temporal?: TemporalServer | undefined;
  mail?: MailCatcher | undefined;
}

export interface StartOptions {
  config: Config;
  /** The variables of the service, which may name servers. */
  variables: Variables;
  ports: Partial<InstancePorts>;
  server: ServerOptions;
  /** Keeps Temporal's data in a temporary folder too. */
  lastingTemporal: boolean | undefined;
  /** Variables that give PostgreSQL a clock of its own. */
  clock: NodeJS.ProcessEnv | undefined;
}

async function up<S extends LocalServer>(starting: Promise<S>, { server }: StartOptions): Promise<S> {
  const started = await starting;
  server.say(`${started.process.name} is up on port ${started.port}`);
  return started;
}

async function startDatabase(
  options: StartOptions,
  migrate: (postgres?: PostgresServer) => Promise<void>,
): Promise<PostgresServer | undefined> {
  const { config, variables, ports, server, clock } = options;
  if (variables.DB_HOST) await demandPostgres(config);
  const env = clock && { ...process.env, ...clock };
  const postgres = variables.DB_HOST
    ? undefined
    : await up(startPostgres({ ...server, port: ports.postgres, env }), options);
  server.say('bringing the database up to date');
  await postgres?.ensureDatabase(config.DB_NAME);
  await migrate(postgres);
  return postgres;
}

/**
 * Starts all but Temporal.
 *
 * @param migrate brings the database up to date; the other servers need not be up for it
 */
export async function startStores(
  options: StartOptions,
  migrate: (postgres?: PostgresServer) => Promise<void>,
): Promise<Omit<Servers, 'temporal'>> {
  const { config, variables, ports, server } = options;
  const [postgres, redis, mail] = await Promise.all([
    startDatabase(options, migrate),
    variables.REDIS_HOST ? demandRedis(config) : up(startRedis({ ...server, port: ports.redis }), options),
    // A mail server that is away is no reason not to start: mails wait for it.
    variables.SMTP_HOST
      ? undefined
      : up(startMail({ ...server, port: ports.smtp, webPort: ports.mail }), options),
  ]);
  return { postgres, redis: redis ?? undefined, mail };
}

/** Starts Temporal. The first time on a machine, it may have to be built, which takes minutes. */
export async function startWorkflows(options: StartOptions): Promise<TemporalServer | undefined> {
  const { config, variables, ports, server, lastingTemporal: lasting } = options;
  if (!variables.TEMPORAL_ADDRESS) {
    const { temporal: port, temporalUi: uiPort } = ports;
    const searchAttributes = SEARCH_ATTRIBUTES;
    return up(startTemporal({ ...server, port, uiPort, lasting, searchAttributes }), options);
  }
  await demandTemporal(config);
  return undefined;
}

/** How to reach these servers. Settings that were meant for a named server must not get in the way. */
export function addressesOf({ postgres, redis, temporal, mail }: Servers): Variables {
  return {
    ...(postgres && {
      DB_HOST: postgres.host,
      DB_PORT: String(postgres.port),
      DB_USER: postgres.user,
      DB_PASSWORD: postgres.password,
      ...{ DB_TLS: 'false', DB_TLS_CA: '', DB_TLS_CERT: '', DB_TLS_KEY: '' },
    }),
    ...(redis && {
      REDIS_HOST: redis.host,
      REDIS_PORT: String(redis.port),
      ...{ REDIS_USER: '', REDIS_PASSWORD: '', REDIS_SENTINELS: '' },
      ...{ REDIS_TLS: 'false', REDIS_TLS_CA: '', REDIS_TLS_CERT: '', REDIS_TLS_KEY: '' },
    }),
    ...(temporal && {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_TLS: 'false',
      TEMPORAL_TLS_SERVER_NAME: '',
      TEMPORAL_TLS_CA: '',
      TEMPORAL_TLS_CERT: '',
      TEMPORAL_TLS_KEY: '',
      TEMPORAL_API_KEY: '',
    }),
    ...(mail && {
      SMTP_HOST: mail.host,
      SMTP_PORT: String(mail.port),
      SMTP_SECURE: 'false',
      SMTP_REQUIRE_TLS: 'false',
      SMTP_USER: '',
      SMTP_PASS: '',
    }),
  };
}
