/** `node worker/health.ts`: whether the worker on this machine polls Temporal, for container health checks. */
import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { loadConfig, temporalOf } from '../config.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** A poller polls again within a minute. One that hasn't for this long hangs. */
const SILENT_MS = 150_000;

try {
  const config = loadConfig();
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: name } = config;
  const connection = await Connection.connect({ ...temporalOf(config), connectTimeout: '5 seconds' });
  const { pollers } = await connection.withDeadline(Date.now() + 5_000, () =>
    connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  await connection.close();
  // By default a worker calls itself <process ID>@<machine>.
  const here = pollers?.some(
    ({ identity, lastAccessTime }) =>
      identity?.endsWith(`@${hostname()}`) &&
      Number(lastAccessTime?.seconds ?? 0) * 1_000 > Date.now() - SILENT_MS,
  );
  if (!here) throw new Error(`nobody on this machine polls the task queue ${name}`);
} catch (error) {
  console.error(`The worker is not healthy: ${(error as Error).message}`);
  process.exitCode = 1;
}
