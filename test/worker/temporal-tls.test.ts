import '../support/quiet-runtime.ts';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { SearchAttributes } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { makeCertificates } from '../../chaos/certificates.ts';
import { temporalOf } from '../../config.ts';
import { silent } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { startTemporal, type TemporalServer } from '../../dev/servers/temporal.ts';
import { registerSearchAttributes } from '../../worker/schedules.ts';
import { switchWorkflowId } from '../../workflows/contract.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { startWorkerEnvironment, type WorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';
import { SERVER_NAME, startTemporalProxy } from './temporal-with-tls.ts';

const apiKey = randomBytes(16).toString('hex');
let temporal: TemporalServer;
const folder = useFolder('vault-tls-');
const certificates = makeCertificates(`DNS:${SERVER_NAME}`, folder);
let proxy: Awaited<ReturnType<typeof startTemporalProxy>>;
let environment: WorkerEnvironment;

beforeAll(async () => {
  // A fresh one, which has never heard of our search attributes.
  temporal = await startTemporal({ say: silent });
  proxy = await startTemporalProxy(temporal.address, certificates, apiKey);
  environment = await startWorkerEnvironment({ temporal: proxy.address, worker: false, env: variables() });
});
afterAll(async () => {
  await environment.close();
  await proxy.close();
  await temporal.stop();
});

const variables = () => ({
  TEMPORAL_TLS: 'true',
  TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
  TEMPORAL_TLS_CA: join(folder, 'authority.pem'),
  TEMPORAL_TLS_CERT: join(folder, 'client.pem'),
  TEMPORAL_TLS_KEY: join(folder, 'client.key'),
  TEMPORAL_API_KEY: apiKey,
});

test('a cluster admits only clients that trust it and have its certificate and key', async () => {
  const { config } = environment;
  const ask = async (change: Partial<typeof config>, connectTimeout: '3 seconds' | '30 seconds') => {
    const connection = await Connection.connect({
      ...temporalOf({ ...config, ...change }),
      connectTimeout,
    });
    try {
      // A key isn't demanded yet when only a connection is opened.
      return await connection.workflowService.describeNamespace({ namespace: 'default' });
    } finally {
      await connection.close();
    }
  };
  expect((await ask({}, '30 seconds')).namespaceInfo?.name).toBe('default');
  for (const change of [
    { TEMPORAL_TLS: false },
    { TEMPORAL_TLS_CA: join(folder, 'other.pem') },
    { TEMPORAL_TLS_SERVER_NAME: '' },
    { TEMPORAL_TLS_CERT: '', TEMPORAL_TLS_KEY: '' },
    { TEMPORAL_API_KEY: 'another' },
  ]) {
    await expect(ask(change, '3 seconds')).rejects.toThrow();
  }
  await expect(
    NativeConnection.connect(temporalOf({ ...config, TEMPORAL_TLS_CA: join(folder, 'other.pem') })),
  ).rejects.toThrow();
});

test('a worker that may not register search attributes says what to do, and works once an operator has done it', async () => {
  const working = environment.startWorker();
  await until('the sentence', () =>
    environment.logs.some((line) =>
      line.includes('add SwitchStatus (keyword) and NextDeadline (datetime) to the namespace by hand'),
    ),
  );
  const direct = await Connection.connect({ address: temporal.address });
  try {
    expect(await registerSearchAttributes(direct, 'default')).toBe(true);
    await working;

    const owner = await buildOwnerWithSuccessor(environment);
    const client = new Client({ connection: direct });
    await until('the workflow that waits for its owner', async () => {
      const waiting = client.workflow.getHandle(switchWorkflowId(owner.id));
      const { searchAttributes } = await waiting.describe().catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return { searchAttributes: {} as SearchAttributes };
        throw error;
      });
      return searchAttributes.SwitchStatus?.[0] === 'armed';
    });
  } finally {
    await direct.close();
  }

  const env = {
    ...baseEnv(),
    ...variables(),
    JWT_SECRET: randomBytes(64).toString('base64'),
    ACTIVITY_HMAC_SECRET: randomBytes(64).toString('base64'),
    TEMPORAL_ADDRESS: proxy.address,
    TEMPORAL_TASK_QUEUE: environment.taskQueue,
  };
  await until('the health check to succeed', async () => {
    const child = spawn(process.execPath, ['worker/health.ts'], { cwd: checkout, env, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return code === 0;
  });
});
