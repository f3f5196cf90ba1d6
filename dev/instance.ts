import { type Config, ConfigError, loadConfig } from '../config.ts';
import { checkout } from './instance/checkout.ts';
import { surroundings, type Variables } from './instance/environment.ts';
import { openHome } from './instance/home.ts';
import { demandPostgres, demandRedis, demandTemporal } from './instance/named-servers.ts';
import { saveVariables } from './instance/saved-variables.ts';
import { ownSecrets } from './instance/secrets.ts';
import { apiService, workerService } from './instance/services.ts';
import { Failure } from './servers/failure.ts';
import { type MailServer, startMail } from './servers/mail.ts';
import type { ManagedProcess } from './servers/managed-process.ts';
import { freePorts } from './servers/ports.ts';
import { type PostgresServer, startPostgres } from './servers/postgres.ts';
import { reasonOf, runProgram } from './servers/programs.ts';
import type { Say } from './servers/progress.ts';
import { startRedis } from './servers/redis.ts';
import type { LocalServer, ServerOptions } from './servers/server.ts';
import { startTemporal, type TemporalServer } from './servers/temporal.ts';

/** The ports of an instance that can be chosen. */
export interface InstancePorts {
  api: number;
  postgres: number;
  redis: number;
  temporal: number;
  temporalUi: number;
  smtp: number;
  mail: number;
}

export interface InstanceOptions {
  /** Where its data are kept for the next start. Left out: a throw-away instance. */
  dataDir?: string | undefined;
  /** Those left out are any free ones. A function is asked when nothing of an earlier start runs any more. */
  ports?: Partial<InstancePorts> | (() => Promise<Partial<InstancePorts>>);
  /**
   * Variables of the service. One that names a server (DB_HOST, REDIS_HOST, TEMPORAL_ADDRESS, SMTP_HOST) has
   * that one used instead of a local one. Nothing is taken from this process's environment.
   */
  variables?: Variables;
  /** Whether what Temporal knows outlives its kill in a throw-away instance too. */
  lastingTemporal?: boolean;
  say: Say;
  /** Given, a piece that dies is started again, and this is called when that is hopeless. */
  giveUp?: ((failure: Failure) => void) | undefined;
  /** Aborts a start that is under way; all that had started is stopped before the start fails. */
  signal?: AbortSignal | undefined;
}

/** A whole service that runs: its servers, API and worker. */
export interface Instance {
  folder: string;
  /** Where the API listens, without a path. */
  api: string;
  /** What people open. */
  page: string;
  /** What API and worker were configured with. */
  config: Config;
  /** The same as variables, secrets and all, to run other programs against this instance. */
  env: NodeJS.ProcessEnv;
  /** The servers that were started for it; those named in the variables are missing. */
  servers: { postgres?: PostgresServer; redis?: LocalServer; temporal?: TemporalServer; mail?: MailServer };
  /** To kill and start single ones again. */
  pieces: { api: ManagedProcess; worker: ManagedProcess };
  /** Stops all that was started, within 6 s; throw-away data are removed. */
  stop(): Promise<void>;
}

/** Reads the configuration, and says what is wrong with it in one sentence. */
export function readConfig(variables: Variables): Config {
  try {
    return loadConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new Failure(`The configuration cannot be used: ${error.message.replaceAll('\n', '; ')}`);
    }
    throw error;
  }
}

/** Where this process reaches an API that listens on `host`. */
const reachable = (host: string): string => (['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

const named = <T>(server: T | undefined, variables: (server: T) => Variables): Variables =>
  server === undefined ? {} : variables(server);

/**
 * Brings up a whole instance: starts the servers that no variable names, migrates the database, starts API and
 * worker, and resolves when all of it can be used.
 *
 * @throws Failure when something cannot be started; all that had started is stopped then
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { say, signal } = options;
  const home = await openHome(options.dataDir, say);
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= home.end();
    return ending;
  };
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => void stop().then(() => reject(signal.reason)));
  });
  try {
    signal?.throwIfAborted();
    return await Promise.race([bringUp(options, home, stop), interrupted]);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(
  { say, giveUp, ports: choice = {}, variables = {}, lastingTemporal }: InstanceOptions,
  { folder, throwAway, ledger }: Awaited<ReturnType<typeof openHome>>,
  stop: () => Promise<void>,
): Promise<Instance> {
  const ports = typeof choice === 'function' ? await choice() : choice;
  const revival = giveUp && { say, giveUp };
  const common: ServerOptions = { dataDir: folder, careless: throwAway, say, ledger, revival };
  const [anyApiPort] = await freePorts(1);
  const given: Variables = {
    ...ownSecrets(folder),
    ...variables,
    API_PORT: String(ports.api ?? variables.API_PORT ?? anyApiPort),
  };
  const wanted = readConfig(given);

  const up = async <S extends LocalServer>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    say(`${server.piece.name} is up on port ${server.port}`);
    return server;
  };
  const [postgres, redis, temporal, mail] = await Promise.all([
    variables.DB_HOST ? demandPostgres(wanted) : up(startPostgres({ ...common, port: ports.postgres })),
    variables.REDIS_HOST ? demandRedis(wanted) : up(startRedis({ ...common, port: ports.redis })),
    variables.TEMPORAL_ADDRESS
      ? demandTemporal(wanted)
      : up(
          startTemporal({
            ...common,
            port: ports.temporal,
            uiPort: ports.temporalUi,
            lasting: lastingTemporal,
          }),
        ),
    // A mail server that is away is no reason not to start: mails wait for it.
    variables.SMTP_HOST ? undefined : up(startMail({ ...common, port: ports.smtp, webPort: ports.mail })),
  ]);
  say('bringing the database up to date');
  await postgres?.ensureDatabase(wanted.DB_NAME);
  const all: Variables = {
    ...given,
    ...named(postgres || undefined, ({ host, port, user, password }) => ({
      DB_HOST: host,
      DB_PORT: String(port),
      DB_USER: user,
      DB_PASSWORD: password,
    })),
    ...named(redis || undefined, ({ host, port }) => ({
      REDIS_HOST: host,
      REDIS_PORT: String(port),
      REDIS_PASSWORD: '',
    })),
    ...named(temporal || undefined, ({ address, namespace }) => ({
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      TEMPORAL_TLS: 'false',
      TEMPORAL_TLS_SERVER_NAME: '',
      TEMPORAL_TLS_CA: '',
      TEMPORAL_TLS_CERT: '',
      TEMPORAL_TLS_KEY: '',
      TEMPORAL_API_KEY: '',
    })),
    ...named(mail, ({ host, port }) => ({
      SMTP_HOST: host,
      SMTP_PORT: String(port),
      SMTP_SECURE: 'false',
      SMTP_USER: '',
      SMTP_PASS: '',
    })),
  };
  const config = readConfig(all);
  saveVariables(folder, all);
  const env = { ...surroundings(), ...all };
  await runProgram(process.execPath, ['db/migrate.ts'], { cwd: checkout, env }).catch((error) => {
    throw new Failure(`The database could not be brought up to date: ${reasonOf(error)}`);
  });

  say('starting API and worker');
  const apiUrl = `http://${reachable(config.API_HOST)}:${config.API_PORT}`;
  const shared = { env, folder, ledger, revival };
  const pieces = { api: apiService(apiUrl, shared), worker: workerService(shared) };
  await Promise.all([pieces.api.start(), pieces.worker.start()]);
  return {
    folder,
    api: apiUrl,
    page: config.FRONTEND_URL,
    config,
    env,
    servers: {
      ...(postgres ? { postgres } : {}),
      ...(redis ? { redis } : {}),
      ...(temporal ? { temporal } : {}),
      ...(mail ? { mail } : {}),
    },
    pieces,
    stop,
  };
}
