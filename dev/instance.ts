import { join } from 'node:path';
import type { Config } from '../config.ts';
import { SEARCH_ATTRIBUTES } from '../workflows/contract.ts';
import { Failure } from './cli/failure.ts';
import type { Say } from './cli/progress.ts';
import { readConfig } from './cli/read-config.ts';
import { ensurePageBuilt } from './instance/built-page.ts';
import { checkout } from './instance/checkout.ts';
import { baseEnv, type Variables } from './instance/environment.ts';
import { ownSecrets, saveVariables } from './instance/instance-secrets.ts';
import { startLivePage } from './instance/live-page.ts';
import { startApi, startWorker } from './instance/services.ts';
import { type DataFolder, openDataFolder, temporaryFolder } from './processes/data-folder.ts';
import type { ManagedProcess, RestartPolicy } from './processes/managed-process.ts';
import { freePort } from './processes/ports.ts';
import { reasonOf, runProgram } from './programs/run-program.ts';
import { type MailCatcher, startMail } from './servers/mail.ts';
import { demandPostgres, demandRedis, demandTemporal } from './servers/named.ts';
import { type PostgresServer, startPostgres } from './servers/postgres.ts';
import { startRedis } from './servers/redis.ts';
import type { LocalServer, ServerOptions } from './servers/server.ts';
import { startTemporal, type TemporalServer } from './servers/temporal.ts';

/** The ports of an instance that can be chosen. */
export interface InstancePorts {
  api: number;
  /** Vite's, for a page that follows its code. */
  page: number;
  postgres: number;
  redis: number;
  temporal: number;
  temporalUi: number;
  smtp: number;
  mail: number;
}

export interface InstanceOptions {
  /** Where its data are kept for the next start. Left out: a temporary folder. */
  dataDir?: string | undefined;
  /** Those left out are any free ones. A function is called once nothing of an earlier start runs any more. */
  ports?: Partial<InstancePorts> | (() => Promise<Partial<InstancePorts>>);
  /**
   * Variables of the service. DB_HOST, REDIS_HOST, TEMPORAL_ADDRESS and SMTP_HOST name a server to use instead of a
   * local one. Nothing is taken from this process's environment.
   */
  variables?: Variables;
  /** Keeps Temporal's data on disk in a temporary folder too, so that they survive a kill. */
  lastingTemporal?: boolean;
  /** Whether Vite serves the page and follows its code. Otherwise the API does, and it is built if it has changed. */
  livePage?: boolean;
  /** Opens API and worker to a debugger. */
  inspect?: boolean;
  /** Variables that give PostgreSQL, API and worker a clock of their own. */
  clock?: NodeJS.ProcessEnv | undefined;
  say: Say;
  /** When given, a process that dies is restarted, and this is called when that is hopeless. */
  giveUp?: RestartPolicy['giveUp'] | undefined;
  /** Aborts a start that is under way. Whatever had started is stopped before the start fails. */
  signal?: AbortSignal | undefined;
}

/** A whole running service: its servers, API and worker. */
export interface Instance {
  folder: string;
  /** Where the API listens, without a path. */
  api: string;
  /** What people open. */
  page: string;
  /** What API and worker were configured with. */
  config: Config;
  /** The same as variables, secrets included, to run other programs against this instance. */
  env: NodeJS.ProcessEnv;
  /** The servers that were started for it. Those named in the variables are missing. */
  servers: { postgres?: PostgresServer; redis?: LocalServer; temporal?: TemporalServer; mail?: MailCatcher };
  services: { api: ManagedProcess; worker: ManagedProcess };
  /** Applies new migrations. */
  migrate(): Promise<void>;
  /** Stops everything that was started, within 6 s. A temporary folder is removed. */
  stop(): Promise<void>;
}

/**
 * Brings up a whole instance: starts the servers that no variable names, migrates the database, starts API and
 * worker, and resolves when everything can be used.
 *
 * @throws Failure when something cannot be started. Whatever had started is stopped then
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { dataDir, say, signal } = options;
  const data = await (dataDir === undefined ? temporaryFolder() : openDataFolder(dataDir, say));
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= data.end();
    return ending;
  };
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => void stop().then(() => reject(signal.reason)));
  });
  try {
    signal?.throwIfAborted();
    return await Promise.race([bringUp(options, data, stop), interrupted]);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(
  {
    say,
    giveUp,
    ports: choice = {},
    variables = {},
    lastingTemporal,
    inspect,
    livePage,
    clock,
  }: InstanceOptions,
  { folder, temporary, registry }: DataFolder,
  stop: () => Promise<void>,
): Promise<Instance> {
  const ports = typeof choice === 'function' ? await choice() : choice;
  const restart = giveUp && { say, giveUp };
  const pagePort = livePage ? (ports.page ?? (await freePort())) : undefined;
  const given: Variables = {
    ...ownSecrets(folder),
    FILES_DIR: join(folder, 'files'),
    ...(pagePort && { FRONTEND_URL: `http://localhost:${pagePort}` }),
    ...variables,
    API_PORT: String(ports.api ?? variables.API_PORT ?? (await freePort())),
  };
  const migrate = async (postgres?: PostgresServer) => {
    const env = { ...baseEnv(), ...given, ...addressesOf({ ...(postgres && { postgres }) }) };
    await runProgram(process.execPath, ['db/migrate.ts'], { cwd: checkout, env }).catch((error) => {
      throw new Failure(`The database could not be brought up to date: ${reasonOf(error)}`);
    });
  };
  const [servers] = await Promise.all([
    startServers(
      readConfig(given),
      variables,
      { dataDir: folder, durable: !temporary, say, registry, restart },
      ports,
      lastingTemporal,
      clock,
      migrate,
    ),
    livePage ? undefined : ensurePageBuilt(say),
  ]);
  const all = { ...given, ...addressesOf(servers) };
  const config = readConfig(all);
  saveVariables(folder, all);
  const env = { ...baseEnv(), ...all };

  say('starting API and worker');
  const apiUrl = `http://${reachable(config.API_HOST)}:${config.API_PORT}`;
  const shared = { env: { ...env, ...clock }, folder, registry, restart, inspect };
  const [api, worker] = await Promise.all([
    startApi(apiUrl, shared),
    startWorker(shared),
    pagePort && startLivePage(pagePort, apiUrl, shared),
  ]);
  return {
    folder,
    api: apiUrl,
    page: config.FRONTEND_URL,
    config,
    env,
    servers,
    services: { api, worker },
    migrate: () => migrate(servers.postgres),
    stop,
  };
}

/**
 * Starts the servers that no variable names, and makes sure that those named answer.
 *
 * @param migrate brings the database up to date; the other servers need not be up for it
 */
async function startServers(
  config: Config,
  variables: Variables,
  options: ServerOptions,
  ports: Partial<InstancePorts>,
  lasting: boolean | undefined,
  clock: NodeJS.ProcessEnv | undefined,
  migrate: (postgres?: PostgresServer) => Promise<void>,
): Promise<Instance['servers']> {
  const up = async <S extends LocalServer>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    options.say(`${server.process.name} is up on port ${server.port}`);
    return server;
  };
  const database = async (): Promise<PostgresServer | undefined> => {
    if (variables.DB_HOST) await demandPostgres(config);
    const postgres = variables.DB_HOST
      ? undefined
      : await up(
          startPostgres({ ...options, port: ports.postgres, env: clock && { ...process.env, ...clock } }),
        );
    options.say('bringing the database up to date');
    await postgres?.ensureDatabase(config.DB_NAME);
    await migrate(postgres);
    return postgres;
  };
  const [postgres, redis, temporal, mail] = await Promise.all([
    database(),
    variables.REDIS_HOST ? demandRedis(config) : up(startRedis({ ...options, port: ports.redis })),
    variables.TEMPORAL_ADDRESS
      ? demandTemporal(config)
      : up(
          startTemporal({
            ...options,
            port: ports.temporal,
            uiPort: ports.temporalUi,
            lasting,
            searchAttributes: SEARCH_ATTRIBUTES,
          }),
        ),
    // A mail server that is away is no reason not to start: mails wait for it.
    variables.SMTP_HOST ? undefined : up(startMail({ ...options, port: ports.smtp, webPort: ports.mail })),
  ]);
  return {
    ...(postgres ? { postgres } : {}),
    ...(redis ? { redis } : {}),
    ...(temporal ? { temporal } : {}),
    ...(mail ? { mail } : {}),
  };
}

/** How to reach these servers. Settings that were meant for a named server must not get in the way. */
function addressesOf({ postgres, redis, temporal, mail }: Instance['servers']): Variables {
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

/** Where this process reaches an API that listens on `host`. */
const reachable = (host: string): string => (['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);
