/** What an API process keeps in memory when nobody asks for anything. docs/performance.md has the figures. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';
import { surroundings } from '../../dev/instance/environment.ts';
import { startApi } from '../../dev/instance/services.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { migratedDatabase } from '../support/api.ts';
import { servers } from '../support/servers.ts';

/** Above the 131 MB measured, and the 150 of a first start, which compiles everything. */
const CEILING_MB = 165;

const secret = () => randomBytes(64).toString('base64');

test('an API in production starts in little memory', async () => {
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
    env: { ...surroundings(), NODE_OPTIONS: '', ...variables },
    folder,
    registry: undefined,
    inspect: false,
  });
  try {
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
    const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
    expect(kib / 1024).toBeGreaterThan(0);
    expect(kib / 1024).toBeLessThan(CEILING_MB);
  } finally {
    await api.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  }
}, 60_000);

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
