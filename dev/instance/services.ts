import { join } from 'node:path';
import { logSince } from '../servers/log-file.ts';
import { createPiece, type ManagedProcess, type PieceOptions } from '../servers/managed-process.ts';
import { untilReady } from '../servers/ready.ts';
import { checkout } from './checkout.ts';

/** What both services are given. */
export interface ServiceOptions extends Pick<PieceOptions, 'ledger' | 'revival'> {
  /** Everything they read, the service's variables among it. */
  env: NodeJS.ProcessEnv;
  /** Where their logs go. */
  folder: string;
}

/** The worker forces its own end after 4 s; this is for when even that fails. */
const STOP_WITHIN_MS = 4_300;

const service = (
  name: string,
  program: string,
  { env, folder, ...options }: ServiceOptions,
  ready: (logFile: string, logged: number, signal: AbortSignal) => Promise<void>,
): ManagedProcess => {
  const logFile = join(folder, 'logs', `${name.toLowerCase()}.log`);
  return createPiece({
    ...options,
    name,
    kind: 'service',
    command: process.execPath,
    args: [program],
    cwd: checkout,
    env,
    logFile,
    stopWithinMs: STOP_WITHIN_MS,
    ready: (signal, logged) => ready(logFile, logged, signal),
  });
};

/** Whether the API says of itself that it can serve. */
async function serves(api: string): Promise<boolean> {
  const response = await fetch(`${api}/health`, { signal: AbortSignal.timeout(5_000) });
  const { status } = (await response.json()) as { status?: string };
  return status !== undefined && status !== 'down';
}

/** The API: up when its health is not `down`. */
export const apiService = (api: string, options: ServiceOptions): ManagedProcess =>
  service('API', 'api/main.ts', options, (_logFile, _logged, signal) =>
    untilReady(() => serves(api), 'The API', { signal }),
  );

/** Whether a line of the log, as pino writes them, has this message. */
const says = (log: string, message: string): boolean => log.includes(`"msg":${JSON.stringify(message)}`);

/** The worker: up when it polls, which it logs. */
export const workerService = (options: ServiceOptions): ManagedProcess =>
  service('Worker', 'worker/main.ts', options, (logFile, logged, signal) =>
    untilReady(async () => says(logSince(logFile, logged), 'worker ready'), 'The worker', {
      signal,
      everyMs: 100,
    }),
  );
