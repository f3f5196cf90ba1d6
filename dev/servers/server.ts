import { mkdir } from 'node:fs/promises';
import type { ManagedProcess, ProcessRegistry, Revival } from './managed-process.ts';
import type { Say } from './progress.ts';
import { throwAwayFolder } from './throw-away.ts';

/** What every local server is started with. */
export interface ServerOptions {
  /** Where its data and log are kept for the next start. Left out: a throw-away folder that `stop` removes. */
  dataDir?: string | undefined;
  /** Whether its data may be lost when the machine crashes, which is faster; so for throw-away folders. */
  careless?: boolean | undefined;
  /** Left out: any free one. */
  port?: number | undefined;
  say: Say;
  ledger?: ProcessRegistry | undefined;
  revival?: Revival | undefined;
}

/** What every local server gives back besides its address. */
export interface LocalServer {
  host: string;
  port: number;
  /** To kill and start it again, as a fault campaign does. */
  piece: ManagedProcess;
  /** Stops it, and removes its data if they were throw-away. */
  stop(): Promise<void>;
}

/** The options with everything about data settled. */
export type SettledOptions<O extends ServerOptions> = O & { dataDir: string; careless: boolean };

/**
 * Starts a server in its data folder, which is made first. Without one it gets a throw-away folder, which
 * outlives neither the server nor a failed start.
 */
export async function inFolder<O extends ServerOptions, S extends LocalServer>(
  options: O,
  start: (options: SettledOptions<O>) => Promise<S>,
): Promise<S> {
  const { dataDir, careless = dataDir === undefined } = options;
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    return start({ ...options, dataDir, careless });
  }
  const { folder, ledger, end } = await throwAwayFolder();
  try {
    const server = await start({ ...options, ledger, dataDir: folder, careless });
    return { ...server, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}
