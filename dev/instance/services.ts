import { join } from 'node:path';
import { logSince } from '../processes/log-file.ts';
import { type ManagedProcess, type ProcessOptions, startProcess } from '../processes/managed-process.ts';
import { untilReady } from '../processes/ready.ts';
import { checkout } from './checkout.ts';

export interface ServiceOptions extends Pick<ProcessOptions, 'registry' | 'restart'> {
  /** The whole environment, the service's variables included. */
  env: NodeJS.ProcessEnv;
  /** The instance's data folder. */
  folder: string;
  /** Opens it to a debugger. */
  inspect: boolean | undefined;
}

/** The ports that editors expect for the first and the second process. */
const INSPECT_PORTS: Record<string, number> = { API: 9229, Worker: 9230 };

/** Node's flags for each, as in the image. docs/performance.md says what each of them saves. */
export const NODE_FLAGS: Record<string, readonly string[]> = {
  API: ['--max-semi-space-size=8', '--max-old-space-size=256', '--heap-growing-percent=125'],
  Worker: ['--max-semi-space-size=8', '--max-old-space-size=512'],
};

/** As in the image: see Dockerfile. */
export const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
} as const;

/** The worker forces its own end after 4 s; this is for when even that fails. */
const STOP_WITHIN_MS = 4_300;

function startService(
  name: string,
  program: string,
  { env, folder, inspect, ...options }: ServiceOptions,
  ready: (logFile: string, logged: number, signal: AbortSignal) => Promise<void>,
): Promise<ManagedProcess> {
  const logFile = join(folder, 'logs', `${name.toLowerCase()}.log`);
  return startProcess({
    ...options,
    name,
    kind: 'service',
    command: process.execPath,
    args: [...NODE_FLAGS[name]!, ...(inspect ? [`--inspect=127.0.0.1:${INSPECT_PORTS[name]}`] : []), program],
    cwd: checkout,
    env: { ...MALLOC, ...env },
    logFile,
    stopWithinMs: STOP_WITHIN_MS,
    ready: (signal, logged) => ready(logFile, logged, signal),
  });
}

/** Whether the API says that it reaches its database. It starts even with a wrong clock, so that it can say so. */
async function serves(api: string): Promise<boolean> {
  const response = await fetch(`${api}/health`, { signal: AbortSignal.timeout(5_000) });
  const { checks } = (await response.json()) as { checks?: { database?: { status?: string } } };
  return checks?.database?.status === 'up';
}

/** The API is up when it reaches its database. */
export const startApi = (api: string, options: ServiceOptions): Promise<ManagedProcess> =>
  startService('API', 'api/main.ts', options, (_logFile, _logged, signal) =>
    untilReady(() => serves(api), 'The API', { signal }),
  );

/** Whether the log has a line, as pino writes them, with this message. */
const says = (log: string, message: string): boolean => log.includes(`"msg":${JSON.stringify(message)}`);

/** The worker is up when it polls, which it logs. */
export const startWorker = (options: ServiceOptions): Promise<ManagedProcess> =>
  startService('Worker', 'worker/main.ts', options, (logFile, logged, signal) =>
    untilReady(async () => says(logSince(logFile, logged), 'worker ready'), 'The worker', {
      signal,
      everyMs: 100,
    }),
  );
