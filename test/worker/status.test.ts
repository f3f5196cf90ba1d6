/** What a worker reports: to the API through the database, and to monitoring at an address of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { WorkerStatus } from '../../db/entities/worker-status.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const environment = await use(() => startWorkerEnvironment({ env: { DAY_LENGTH_MS: '86400000' } }));

const queues = async () => {
  const { checks } = (await (await fetch(`${environment.url}/health`)).json()) as {
    checks: { queues: Record<string, unknown> };
  };
  return checks.queues;
};

describe('the health of the API', () => {
  test('reports a polling worker and an empty queue, and no worker once it has stopped', async () => {
    const began = Date.now();
    // Tasks from the start of the worker may still be waiting in the first report.
    const up = await until('the queues to be up and empty', async () => {
      const found = await queues();
      return found.status === 'up' && found.backlog === 0 && found;
    });
    expect(up).toMatchObject({ pollers: 1, outbox: { size: 0, lagMs: 0 } });
    expect(Date.parse(String(up.lastPolledAt))).toBeGreaterThan(began - 150_000);
    const [row] = await environment.em().find(WorkerStatus, {});
    // One machine, one clock. The time to the database and back is part of the skew.
    expect(Math.abs(row?.clockSkewMs ?? Number.NaN)).toBeLessThan(5_000);
    await environment.stopWorker();
    // Requests within a tenth of a second get the same report.
    const stopped = await until('the queues to be degraded', async () => {
      const found = await queues();
      return found.status === 'degraded' && found;
    });
    expect(stopped).toMatchObject({ pollers: 0, lastPolledAt: null, backlog: null });
  });
});

describe('a worker with WORKER_METRICS_ADDRESS', () => {
  const start = (address: string): ChildProcess & { said: () => string } => {
    const { config } = environment;
    const child = spawn(process.execPath, ['worker/main.ts'], {
      env: {
        ...baseEnv(),
        ...serviceVariables(config),
        TEMPORAL_ADDRESS: config.TEMPORAL_ADDRESS,
        TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
        TEMPORAL_TASK_QUEUE: `status-${randomBytes(6).toString('hex')}`,
        WORKER_METRICS_ADDRESS: address,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        text += bytes;
      });
    }
    return Object.assign(child, { said: () => text });
  };

  test('serves Temporal’s own metrics there, and stops as usual', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const worker = start(address);
    const ended = once(worker, 'exit');
    try {
      await until('the worker', () => worker.said().includes('worker ready'));
      const metrics = await until('a metric of the worker', async () => {
        const text = await (await fetch(`http://${address}/metrics`)).text();
        return text.includes('temporal_num_pollers') && text;
      });
      expect(metrics).toMatch(/^temporal_worker_task_slots_available\{.*\} \d+$/m);
      worker.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      worker.kill('SIGKILL');
    }
  });

  test('ends with one sentence if its address is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const worker = start(`127.0.0.1:${port}`);
    const [code] = await once(worker, 'exit');
    taken.close();
    expect(code).toBe(1);
    expect(worker.said().trim().split('\n')).toEqual([
      expect.stringContaining(`nothing can listen on WORKER_METRICS_ADDRESS, 127.0.0.1:${port}`),
    ]);
  });
});
