/** The worker process: runs workflows and activities, and relays the outbox. */
import { Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { ConfigError, loadConfig } from '../config.ts';
import { errorFacts } from '../db/error-facts.ts';
import { sdkLog } from './sdk-log.ts';
import { startWorker } from './service.ts';

try {
  const config = loadConfig();
  const log = pino({ level: config.LOG_LEVEL, name: 'worker', serializers: { err: errorFacts } });
  // Only our own handlers decide when to stop.
  Runtime.install({ ...sdkLog(log), shutdownSignals: [] });
  const worker = startWorker(config, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Whether it stopped well is told below.
    process.once(signal, () => void worker.stop().catch(() => {}));
  }
  await worker.ended;
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(`The worker stopped: ${(error as Error).message}`);
  process.exit(1);
}
