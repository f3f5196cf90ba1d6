import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection, type ConnectionOptions } from '@temporalio/client';
import { startProcess } from '../processes/managed-process.ts';
import { freePorts } from '../processes/ports.ts';
import { untilReady } from '../processes/ready.ts';
import { temporalProgram } from '../programs/temporal.ts';
import { inDataFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

export interface TemporalOptions extends ServerOptions {
  /** The port of its page. Left out: any free one. */
  uiPort?: number | undefined;
  /** Keeps data that need not be durable on disk, where they survive a kill. Otherwise they are only in memory. */
  lasting?: boolean | undefined;
  /** Search attributes by their types. A server that learns them later refuses them for ten seconds. */
  searchAttributes?: Record<string, 'KEYWORD' | 'DATETIME'> | undefined;
}

export interface TemporalServer extends LocalServer {
  /** `host:port`, as TEMPORAL_ADDRESS wants it. */
  address: string;
  namespace: string;
  /** Its page. */
  ui: string;
  uiPort: number;
}

const NAMESPACE = 'default';

const TYPES = { KEYWORD: 'Keyword', DATETIME: 'Datetime' } as const;

/** Whether a Temporal server answers there and has the namespace. @throws when not */
export async function temporalAnswers(
  server: string | ConnectionOptions,
  namespace = NAMESPACE,
): Promise<boolean> {
  const options = typeof server === 'string' ? { address: server } : server;
  const connection = await Connection.connect({ ...options, connectTimeout: 2_000 });
  try {
    await connection.withDeadline(Date.now() + 2_000, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } finally {
    await connection.close();
  }
}

/**
 * Starts a Temporal development server on 127.0.0.1, with its page.
 *
 * @throws Failure when there is none and none can be made
 */
export const startTemporal = (options: TemporalOptions): Promise<TemporalServer> =>
  inDataFolder(options, startIn);

async function startIn(options: SettledOptions<TemporalOptions>): Promise<TemporalServer> {
  const { dataDir, durable, lasting = durable, searchAttributes = {} } = options;
  const program = await temporalProgram(options.say);
  const [free, freeUi, metricsPort, httpPort] = await freePorts(4);
  const port = options.port ?? free!;
  const uiPort = options.uiPort ?? freeUi!;
  const address = `127.0.0.1:${port}`;
  const data = join(dataDir, 'temporal');
  await mkdir(data, { recursive: true });
  const managed = await startProcess({
    name: 'Temporal',
    kind: 'server',
    command: program,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
      // Left to itself it could pick a port that another server is about to use.
      ...['--metrics-port', String(metricsPort), '--http-port', String(httpPort)],
      // Priorities of tasks, as in the server that docker-compose.temporal.yml runs, which has them on by default.
      ...['--dynamic-config-value', 'matching.useNewMatcher=true'],
      ...(lasting ? ['--db-filename', join(data, 'temporal.db')] : []),
      // What was written survives a kill of the process; only a crash of the machine may lose it.
      ...(lasting && !durable
        ? ['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=OFF']
        : []),
      ...['--log-level', 'error'],
      ...Object.entries(searchAttributes).flatMap(([name, type]) => [
        '--search-attribute',
        `${name}=${TYPES[type]}`,
      ]),
    ],
    cwd: data,
    logFile: join(dataDir, 'logs', 'temporal.log'),
    stopWithinMs: 1_300,
    ready: (signal) => untilReady(() => temporalAnswers(address), 'Temporal', { signal, everyMs: 100 }),
    registry: options.registry,
    restart: options.restart,
  });
  return {
    host: '127.0.0.1',
    port,
    address,
    namespace: NAMESPACE,
    ui: `http://127.0.0.1:${uiPort}`,
    uiPort,
    process: managed,
    stop: () => managed.stop(),
  };
}
