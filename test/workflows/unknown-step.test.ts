/** A run of older code whose activities run on a newer worker may be told of a step that it doesn't know. */
import '../support/quiet-runtime.ts';
import { beforeAll, expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import type { StepInput } from '../../activities/index.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import { registerSearchAttributes } from '../../worker/schedules.ts';
import { startTimeSkipping } from '../support/servers/time-skipping.ts';
import { use } from '../support/use.ts';

const HOUR = 3_600_000;

const workflowBundled = await workflowBundle();
const env = await use(startTimeSkipping, (it) => it.teardown());
beforeAll(() => registerSearchAttributes(env.connection, 'default'));

test('a switch looks again every hour while an unknown step is due', async () => {
  const looks: number[] = [];
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: 'switch',
    workflowBundle: workflowBundled,
    activities: {
      look({ workflowNow }: StepInput) {
        looks.push(workflowNow);
        const due = looks.length < 4 ? 'a_step_of_tomorrow' : 'nothing';
        const waitingFor = 'a newer version';
        return { status: 'armed', epoch: 1, seq: 1, due, wakeAt: workflowNow, deadline: null, waitingFor };
      },
    },
  });
  await worker.runUntil(
    env.client.workflow.execute('switchWorkflow', {
      workflowId: 'switch/owner',
      taskQueue: 'switch',
      args: [{ userId: 'owner' }],
    }),
  );
  const waits = looks.slice(1).map((at, i) => Math.floor((at - looks[i]!) / HOUR));
  expect(waits).toEqual([1, 1, 1]);
});
