import '../support/quiet-runtime.ts';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { workflowBundle } from '../../worker/bundle.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';

const secret = () => randomBytes(64).toString('base64');

/** Runs the health check of a worker's container. @returns how it ended, and what it said */
async function check(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['worker/health.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said: (await said).trim() };
}

/** Whether any worker polls this queue. */
async function polled(name: string): Promise<boolean> {
  const { address, namespace } = servers.temporal;
  const connection = await Connection.connect({ address });
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    taskQueueType: 1,
  });
  await connection.close();
  return (pollers ?? []).length > 0;
}

test('a worker is healthy while a process on its machine polls Temporal', async () => {
  const taskQueue = `health-${randomBytes(6).toString('hex')}`;
  const { address, namespace } = servers.temporal;
  const env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: taskQueue };
  const nobody = `The worker is not healthy: nobody on this machine polls the task queue ${taskQueue}`;
  await until('Temporal to say so', async () => {
    const { code, said } = await check(env);
    expect(code).toBe(1);
    return said === nobody;
  });

  const connection = await NativeConnection.connect({ address });
  const bundle = await workflowBundle();
  const somewhereElse = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    identity: '1@another-machine',
  });
  await somewhereElse.runUntil(async () => {
    await until('a poller on another machine', () => polled(taskQueue));
    expect((await check(env)).code).toBe(1);
  });
  const here = await Worker.create({ connection, namespace, taskQueue, workflowBundle: bundle });
  await here.runUntil(async () => {
    const healthy = () => check(env).then(({ code, said }) => code === 0 && { code, said });
    expect(await until('the check to succeed', healthy)).toEqual({ code: 0, said: '' });
  });
  await connection.close();
});

test('a worker whose Temporal is down is not healthy, and says so within seconds', async () => {
  const { code, said } = await check({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
  expect(code).toBe(1);
  expect(said).toMatch(/^The worker is not healthy: /);
});
