/**
 * The SDK's runtime in this process, logging only errors. The first connection or worker creates one, and none can be
 * installed after that, so every file that uses either imports this.
 */
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

Runtime.install({
  logger: new DefaultLogger('ERROR'),
  shutdownSignals: [],
  // Tests take Temporal away on purpose, so its client's complaints about that are expected.
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
});
