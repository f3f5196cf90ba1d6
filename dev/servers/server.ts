import { mkdir } from 'node:fs/promises';
import type { Say } from '../cli/progress.ts';
import { temporaryFolder } from '../processes/data-folder.ts';
import type { ManagedProcess, ProcessRegistry, RestartPolicy } from '../processes/managed-process.ts';

/** What every local server is started with. */
export interface ServerOptions {
  /** Where its data and log are kept for the next start. Left out: a temporary folder that `stop` removes. */
  dataDir?: string | undefined;
  /** False: faster, but its data may be lost when the machine crashes. The default for temporary folders. */
  durable?: boolean | undefined;
  /** Left out: any free one. */
  port?: number | undefined;
  say: Say;
  registry?: ProcessRegistry | undefined;
  restart?: RestartPolicy | undefined;
  /** Its environment; by default that of this process. */
  env?: NodeJS.ProcessEnv | undefined;
}

/** What every local server gives back besides its address. */
export interface LocalServer {
  host: string;
  port: number;
  /** To kill it and start it again, as a fault campaign does. */
  process: ManagedProcess;
  /** Stops it, and removes its data if they were temporary. */
  stop(): Promise<void>;
}

/** The options, once it is decided where the data go. */
export type SettledOptions<O extends ServerOptions> = O & { dataDir: string; durable: boolean };

/**
 * Starts a server in its data folder. Without one it gets a temporary folder, which is removed when the server stops
 * or fails to start.
 */
export async function inDataFolder<O extends ServerOptions, S extends LocalServer>(
  options: O,
  start: (options: SettledOptions<O>) => Promise<S>,
): Promise<S> {
  const { dataDir, durable = dataDir !== undefined } = options;
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    return start({ ...options, dataDir, durable });
  }
  const { folder, registry, end } = await temporaryFolder();
  try {
    const server = await start({ ...options, registry, dataDir: folder, durable });
    return { ...server, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}
