/** A server of S3's protocol, with a bucket. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../dev/processes/ports.ts';
import { cacheFolder, exists } from '../../../dev/programs/cache.ts';
import { onPath } from '../../../dev/programs/run-program.ts';
import { until } from '../until.ts';

/**
 * Building it takes minutes, so buckets are only tested where it is on PATH or in the cache:
 * `CGO_ENABLED=0 go install github.com/versity/versitygw/cmd/versitygw@v1.8.0` makes it.
 */
const cached = join(cacheFolder(), 'versitygw-v1.8.0');
export const gateway = (await onPath('versitygw')) ?? ((await exists(cached)) ? cached : null);

export interface Bucket extends AsyncDisposable {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** @param folder where it keeps what is stored; it is made */
export async function startBucket(folder: string): Promise<Bucket> {
  if (!gateway) throw new Error('there is no versitygw');
  await mkdir(join(folder, 'vault'), { recursive: true });
  const port = await freePort();
  const keys = ['--access', 'key', '--secret', 'secret'];
  const server = spawn(gateway, [...keys, '--port', `127.0.0.1:${port}`, 'posix', folder], {
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await until('the gateway answers', () => fetch(endpoint).catch(() => null), 30_000);
  return {
    ...{ endpoint, bucket: 'vault', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
    },
  };
}
