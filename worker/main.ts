/** The worker process: runs workflows and activities, and relays the outbox. */
import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { openLog } from '../db/log.ts';
import { sdkLog } from './sdk-log.ts';
import { startWorker } from './service.ts';

/** Temporal's own runtime: it writes to our log and can serve the worker's metrics. */
function installRuntime(config: Config, log: Logger): void {
  const { telemetryOptions, logger } = sdkLog(log);
  const bindAddress = config.WORKER_METRICS_ADDRESS;
  try {
    Runtime.install({
      logger: logger as NonNullable<typeof logger>,
      telemetryOptions: {
        ...telemetryOptions,
        ...(bindAddress === '' ? {} : { metrics: { prometheus: { bindAddress } } }),
      },
      // Only our own handlers decide when to stop.
      shutdownSignals: [],
    });
  } catch (error) {
    if (bindAddress === '') throw error;
    throw new Error(
      `nothing can listen on WORKER_METRICS_ADDRESS, ${bindAddress} (${(error as Error).message})`,
    );
  }
}

try {
  const config = loadConfig();
  const log = openLog(config.LOG_LEVEL, 'worker');
  installRuntime(config, log);
  const worker = startWorker(config, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The awaited `ended` below reports a failure.
    process.once(signal, () => void worker.stop().catch(() => {}));
  }
  await worker.ended.finally(() => log.flush());
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(`The worker stopped: ${(error as Error).message}`);
  process.exit(1);
}
