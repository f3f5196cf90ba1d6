import { join } from 'node:path';
import { type Config, loadConfig } from '../config.ts';
import { Failure } from './cli/failure.ts';
import type { Say } from './cli/progress.ts';
import { ensureWebAppBuilt } from './instance/built-web-app.ts';
import { checkout } from './instance/checkout.ts';
import { baseEnv, type Variables } from './instance/environment.ts';
import { ownSecrets, saveVariables } from './instance/instance-secrets.ts';
import { startLiveWebApp } from './instance/live-web-app.ts';
import {
  addressesOf,
  type InstancePorts,
  type Servers,
  type StartOptions,
  startStores,
  startWorkflows,
} from './instance/own-servers.ts';
import { startApi, startWorker } from './instance/services.ts';
import { type DataFolder, openDataFolder, temporaryFolder } from './processes/data-folder.ts';
import type { ManagedProcess, RestartPolicy } from './processes/managed-process.ts';
import { freePort } from './processes/ports.ts';
import { reasonOf, runProgram } from './programs/run-program.ts';
import type { PostgresServer } from './servers/postgres.ts';

export interface InstanceOptions {
  /** Where its data are kept for the next start. Left out: a temporary folder. */
  dataDir?: string | undefined;
  /**
   * Ports that are left out are chosen from the free ones. A function is called once nothing from an earlier start is
   * running.
   */
  ports?: Partial<InstancePorts> | (() => Promise<Partial<InstancePorts>>);
  /**
   * Variables of the service. DB_HOST, REDIS_HOST, TEMPORAL_ADDRESS and SMTP_HOST name a server to use instead of a
   * local one. Nothing is taken from this process's environment.
   */
  variables?: Variables;
  /** Keeps Temporal's data on disk in a temporary folder too, so that they survive a kill. */
  lastingTemporal?: boolean;
  /** Whether Vite serves the web app and follows its code. Otherwise the API does, and it is built if it has changed. */
  liveWebApp?: boolean;
  /** Opens API and worker to a debugger. */
  inspect?: boolean;
  /** Variables that give PostgreSQL, API and worker a clock of their own. */
  clock?: NodeJS.ProcessEnv | undefined;
  say: Say;
  /** Called once people can open the web app, if Temporal is still on its way: the first start may have to build it. */
  opened?: ((instance: OpenedInstance) => void) | undefined;
  /** When given, a process that dies is restarted, and this is called when that is hopeless. */
  giveUp?: RestartPolicy['giveUp'] | undefined;
  /** Aborts a start that is under way. Whatever had started is stopped before the start fails. */
  signal?: AbortSignal | undefined;
}

/** What people can use of an instance before its Temporal and its worker are up. */
export interface OpenedInstance {
  folder: string;
  /** Where the API listens, without a path. */
  api: string;
  /** What people open. */
  webApp: string;
  /** What API and worker were configured with. */
  config: Config;
  servers: Servers;
}

/** A whole running service: its servers, API and worker. */
export interface Instance extends OpenedInstance {
  /** The configuration as variables, secrets included, to run other programs against this instance. */
  env: NodeJS.ProcessEnv;
  services: { api: ManagedProcess; worker: ManagedProcess };
  /** Applies new migrations. */
  migrate(): Promise<void>;
  /** Stops everything that was started, within 8 s. A temporary folder is removed. */
  stop(): Promise<void>;
}

/**
 * Brings up a whole instance: starts the servers that no variable names, migrates the database, starts API and
 * worker, and resolves when everything can be used.
 *
 * @throws Failure, or ConfigError, when something cannot be started. Whatever had started is stopped then
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
    opened,
    ports: choice = {},
    variables = {},
    lastingTemporal,
    inspect,
    liveWebApp,
    clock,
  }: InstanceOptions,
  { folder, temporary, registry }: DataFolder,
  stop: () => Promise<void>,
): Promise<Instance> {
  const ports = typeof choice === 'function' ? await choice() : choice;
  const restart = giveUp && { say, giveUp };
  const webAppPort = liveWebApp ? (ports.webApp ?? (await freePort())) : undefined;
  const given: Variables = {
    ...ownSecrets(folder),
    FILES_DIR: join(folder, 'files'),
    ...(webAppPort && { FRONTEND_URL: `http://localhost:${webAppPort}` }),
    ...variables,
    API_PORT: String(ports.api ?? variables.API_PORT ?? (await freePort())),
  };
  const migrate = async (postgres?: PostgresServer) => {
    const env = { ...baseEnv(), ...given, ...addressesOf({ postgres }) };
    await runProgram(process.execPath, ['db/migrate.ts'], { cwd: checkout, env }).catch((error) => {
      throw new Failure(`The database could not be brought up to date: ${reasonOf(error)}`);
    });
  };
  const starting: StartOptions = {
    ...{ config: loadConfig(given), variables, ports, clock, lastingTemporal },
    server: { dataDir: folder, durable: !temporary, say, registry, restart },
  };

  const servers: Servers = {};
  /** Writes down what API and worker run with, as far as servers are up. */
  const configure = () => {
    const all = { ...given, ...addressesOf(servers) };
    saveVariables(folder, all);
    const config = loadConfig(all);
    const env = { ...baseEnv(), ...all };
    const apiUrl = `http://${reachable(config.API_HOST)}:${config.API_PORT}`;
    const about: OpenedInstance = { folder, api: apiUrl, webApp: config.FRONTEND_URL, config, servers };
    return { about, env, service: { env: { ...env, ...clock }, folder, registry, restart, inspect } };
  };
  const stores = startStores(starting, migrate).then((started) => Object.assign(servers, started));
  const workflows = startWorkflows(starting).then((temporal) => Object.assign(servers, { temporal }));

  /** The API never asks Temporal for anything. */
  const open = async (): Promise<ManagedProcess> => {
    await Promise.all([stores, liveWebApp ? undefined : ensureWebAppBuilt(say)]);
    const { about, service } = configure();
    say('starting the API');
    const [process] = await Promise.all([
      startApi(about.api, service),
      webAppPort && startLiveWebApp(webAppPort, about.api, service),
    ]);
    if (!servers.temporal && !variables.TEMPORAL_ADDRESS) opened?.(about);
    return process;
  };
  const complete = async () => {
    await Promise.all([stores, workflows]);
    const { about, env, service } = configure();
    say('starting the worker');
    return { ...about, env, worker: await startWorker(service) };
  };
  const [api, { worker, ...instance }] = await Promise.all([open(), complete()]);
  return {
    ...instance,
    services: { api, worker },
    migrate: () => migrate(servers.postgres),
    stop,
  };
}

/** Where this process reaches an API that listens on `host`. */
const reachable = (host: string): string => (['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);
