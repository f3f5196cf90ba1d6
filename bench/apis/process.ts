/** API processes as in production, which report their memory and processor time. */
import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../dev/cli/failure.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { MALLOC, NODE_FLAGS } from '../../dev/instance/services.ts';
import { lastWords, openLog } from '../../dev/processes/log-file.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { untilReady } from '../../dev/processes/ready.ts';
import type { Closing } from '../bench.ts';
import type { ProcessUsage, UsageQuery } from './probe.ts';

const PROGRAM = join(import.meta.dirname, '../../api/main.ts');
const logIn = (folder: string): string => join(folder, 'logs', 'api.log');
const ARGUMENTS = [...NODE_FLAGS.API!, '--expose-gc', '--import', join(import.meta.dirname, 'probe.ts')];

export interface MeasuredApi {
  port: number;
  /** Where it listens, without a path. */
  url: string;
  usage(query?: UsageQuery): Promise<ProcessUsage>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface MeasuredApiOptions {
  /** Gets the function that stops it. */
  closing: Closing;
  /** Its log goes there, below `logs`. */
  folder: string;
  /** Variables of the service. */
  env: Record<string, string>;
  /** Any free port by default. */
  port?: number;
}

interface Health {
  status: string;
  checks: { realtime: { subscribed: boolean } };
}

/** Resolves once the process serves requests and receives hints from other processes. */
async function ready(
  child: ChildProcess,
  listening: Promise<unknown>,
  { closing, folder, port }: MeasuredApiOptions & { port: number },
): Promise<MeasuredApi> {
  const url = `http://127.0.0.1:${port}`;
  const died = new AbortController();
  child.once('exit', () => {
    died.abort(new Failure(`The API exited: ${lastWords(logIn(folder), 0) ?? 'it logged nothing'}`));
  });
  const death = once(died.signal, 'abort').then(() => Promise.reject(died.signal.reason));
  death.catch(() => {});
  const serves = async () => {
    const { status, checks } = (await (await fetch(`${url}/health`)).json()) as Health;
    return status !== 'down' && checks.realtime.subscribed;
  };
  await Promise.race([listening, death]);
  await untilReady(serves, 'The API', { signal: died.signal });
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (died.signal.aborted) return;
    child.kill(signal);
    await death.catch(() => {});
  }
  const api: MeasuredApi = {
    port,
    url,
    async usage(query = 'usage') {
      const answer = once(child, 'message');
      child.send(query);
      const [usage] = await Promise.race([answer, death]);
      return usage as ProcessUsage;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
  closing.push(() => api.stop());
  return api;
}

const environment = (env: Record<string, string>, port: number) => ({
  ...MALLOC,
  ...baseEnv(),
  ...env,
  API_PORT: String(port),
});

/** Starts a process with a port of its own. */
export async function startApi(options: MeasuredApiOptions): Promise<MeasuredApi> {
  const { folder, env, port = await freePort() } = options;
  const log = openLog(logIn(folder));
  const stdio = ['ignore', log, log, 'ipc'] as const;
  const child = fork(PROGRAM, { execArgv: ARGUMENTS, env: environment(env, port), stdio: [...stdio] });
  closeSync(log);
  return ready(child, Promise.resolve(), { ...options, port });
}

/**
 * Starts several processes behind one port. This process accepts the connections and hands them to the others in turn,
 * so no proxy takes part in the requests.
 */
export async function startApis(count: number, options: MeasuredApiOptions): Promise<MeasuredApi[]> {
  const { folder, env, port = await freePort() } = options;
  const log = openLog(logIn(folder));
  cluster.setupPrimary({ exec: PROGRAM, execArgv: ARGUMENTS, stdio: ['ignore', log, log, 'ipc'] });
  const workers = Array.from({ length: count }, () => cluster.fork(environment(env, port)));
  closeSync(log);
  return Promise.all(
    workers.map((worker) => ready(worker.process, once(worker, 'listening'), { ...options, port })),
  );
}
