/**
 * The SDK's runtime in this process, which says errors alone. One is made by whoever first connects or makes a worker,
 * and none can be installed while there is one: so every file with either of them imports this.
 */
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

Runtime.install({
  logger: new DefaultLogger('ERROR'),
  shutdownSignals: [],
  // Tests take Temporal away on purpose; what its client says then is no news.
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
});
