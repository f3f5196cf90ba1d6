/** `node api/main.ts` as a process of its own, on the database of a test's API and on the Redis of all tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../../dev/processes/ports.ts';
import { serviceVariables } from '../service-variables.ts';
import { until } from '../until.ts';
import type { TestApi } from './api.ts';

export interface ApiProcess extends Pick<TestApi, 'url' | 'origin'> {
  child: ChildProcess;
  port: number;
}

const children: ChildProcess[] = [];

/** Kills what tests left running. */
export function killApiProcesses(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/**
 * Resolves once it serves requests and receives the hints of other processes.
 *
 * @param largestFile how many blocks of 512 bytes it may write to a file
 */
export async function startApiProcess(
  { config, origin }: TestApi,
  env: Record<string, string> = {},
  largestFile: number | 'unlimited' = 'unlimited',
): Promise<ApiProcess> {
  const port = await freePort();
  const limited = `ulimit -f ${largestFile} && exec "$0" api/main.ts`;
  const child = spawn('sh', ['-c', limited, process.execPath], {
    env: {
      NODE_ENV: 'production',
      FRONTEND_URL: origin,
      API_PORT: String(port),
      // All log-ins from this machine are counted in the same Redis.
      RATE_LIMIT_SCALE: '1000',
      ...serviceVariables(config),
      ...env,
    },
    stdio: 'ignore',
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}/api/v1`;
  await until('the process answers', async () => {
    const reply = await fetch(`${url}/health`).catch(() => null);
    const { checks } = ((await reply?.json()) ?? {}) as { checks?: { realtime: { subscribed: boolean } } };
    return checks?.realtime.subscribed;
  });
  return { child, url, origin, port };
}
