/** A mail of its own: what failed decides how long it waits, not how often something failed before. */
import '../support/quiet-runtime.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { workflowBundle } from '../../worker/bundle.ts';
import { startTimeSkipping } from '../support/servers/time-skipping.ts';

const MINUTE = 60_000;

let workflowBundled: Awaited<ReturnType<typeof workflowBundle>>;
let env: TestWorkflowEnvironment;
beforeAll(async () => {
  workflowBundled = await workflowBundle();
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

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
