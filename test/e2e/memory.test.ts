/** What an API process in production takes from the machine. docs/performance.md has the figures. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { startApi } from '../../dev/instance/services.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { servers } from '../support/servers/shared-servers.ts';

/** Above the 76 MB measured, and the 86 of a first start, which compiles everything. Node's own program is not counted. */
const CEILING_MB = 95;

/** The nice value of each of a process's threads, by name. */
async function threadsOf(pid: number): Promise<[name: string, nice: number][]> {
  const folder = `/proc/${pid}/task`;
  return Promise.all(
    (await readdir(folder)).map(async (thread) => {
      const stat = await readFile(join(folder, thread, 'stat'), 'utf8');
      const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/m.exec(stat) ?? [];
      return [name, Number(rest.split(' ')[16])];
    }),
  );
}

const secret = () => randomBytes(64).toString('base64');

test('an API in production starts in little memory, and hashes passwords at a lower priority', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memory-'));
  const database = await migratedDatabase();
  const port = String(await freePort());
  const variables = {
    ...database.env,
    NODE_ENV: 'production',
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    FRONTEND_URL: 'https://vault.example.test',
    API_PORT: port,
    REDIS_HOST: servers.redis.host,
    REDIS_PORT: String(servers.redis.port),
  };
  const api = await startApi(`http://127.0.0.1:${port}`, {
    env: { ...baseEnv(), NODE_OPTIONS: '', ...variables },
    folder,
    registry: undefined,
    inspect: false,
  });
  try {
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
    const kib = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]);
    expect(kib / 1024).toBeGreaterThan(0);
    expect(kib / 1024).toBeLessThan(CEILING_MB);
    const threads = await threadsOf(api.pid as number);
    const pool = threads.filter(([name]) => name === 'libuv-worker');
    expect(pool).toEqual(Array(4).fill(['libuv-worker', 5]));
    expect(threads.filter(([, nice]) => nice !== 0)).toHaveLength(pool.length);
  } finally {
    await api.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});

test('the API loads libraries for payments, its description and second factors only when needed', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        packages.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
        return next(url, context);
      },
    });
    await import('./api/server.ts');
    await import('./api/billing/payments.ts');
    console.log([...packages].join(' '));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: checkout,
  });
  const packages = stdout.trim().split(' ');
  expect(packages).toEqual(expect.arrayContaining(['koa', 'zod', '@mikro-orm/core']));
  expect(packages.filter((name) => /^(stripe|zod-openapi|otplib|qrcode)$/.test(name))).toEqual([]);
});
