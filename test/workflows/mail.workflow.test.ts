/**
 * A mail with a workflow of its own: how long it waits depends on what failed, not on how often something failed
 * before.
 */
import '../support/quiet-runtime.ts';
import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { workflowBundle } from '../../worker/bundle.ts';
import { startTimeSkipping } from '../support/servers/time-skipping.ts';
import { use } from '../support/use.ts';

const MINUTE = 60_000;

const workflowBundled = await workflowBundle();
const env = await use(startTimeSkipping, (it) => it.teardown());

test('after twelve refusals, any other failure is retried within a minute', async () => {
  const refused = () =>
    ApplicationFailure.create({ type: 'MailRefused', message: 'SMTP 451', nextRetryDelay: '1 hour' });
  const failures = [
    ...Array.from({ length: 12 }, refused),
    ...Array.from({ length: 3 }, () => new Error('the database is gone')),
  ];
  const tries: number[] = [];
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: 'mail',
    workflowBundle: workflowBundled,
    activities: {
      async sendMail() {
        tries.push(Number(await env.currentTimeMs()));
        const failure = failures[tries.length - 1];
        if (failure) throw failure;
      },
    },
  });
  await worker.runUntil(
    env.client.workflow.execute('mailWorkflow', {
      workflowId: 'mail',
      taskQueue: 'mail',
      args: [{ mailId: 'mail' }],
    }),
  );
  const waits = tries.slice(1).map((at, i) => Math.round((at - tries[i]!) / MINUTE));
  expect(waits).toEqual([...Array.from({ length: 12 }, () => 60), 1, 1, 1]);
});
