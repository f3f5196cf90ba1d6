/** What `npm run dev` promises beyond `npm start`, on a copy of the code that the test may edit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { untilReady } from '../../dev/processes/ready.ts';
import { argumentsOf } from '../support/clients/run-script.ts';
import { createDatabase, servers, type TestDatabase } from '../support/servers/shared-servers.ts';

/** What the service does not run. */
const LEFT_OUT = ['.git', '.data', 'docs', 'node_modules', 'test'];

let copy: string;
let database: TestDatabase;
let dev: ChildProcess;
let said: string;
let page: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'dev-'));
  for (const name of await readdir(checkout)) {
    if (!LEFT_OUT.includes(name)) await cp(join(checkout, name), join(copy, name), { recursive: true });
  }
  await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  database = await createDatabase();
  said = '';
  dev = spawn(process.execPath, [...argumentsOf('dev'), '--free-ports'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...baseEnv(),
      ...database.env,
      REDIS_HOST: servers.redis.host,
      REDIS_PORT: String(servers.redis.port),
      TEMPORAL_ADDRESS: servers.temporal.address,
      TEMPORAL_TASK_QUEUE: database.name,
      SMTP_HOST: servers.mail.host,
      SMTP_PORT: String(servers.mail.port),
    },
  });
  for (const stream of [dev.stdout!, dev.stderr!]) {
    stream.on('data', (bytes) => {
      said += bytes;
    });
  }
  await hears('Web app  ');
  page = /\S+/.exec(said)?.[0] ?? '';
  await hears(
    'Ready. API and worker restart when their code changes; the web app updates in the browser. Ctrl-C stops everything.',
  );
});

afterAll(async () => {
  if (dev.exitCode === null) await interrupt();
  await database.drop();
  await rm(copy, { recursive: true });
});

/** Presses Ctrl-C. @returns the exit code */
async function interrupt(): Promise<number | null> {
  const closed = once(dev, 'close');
  dev.kill('SIGINT');
  return (await closed)[0];
}

/** Waits until this is on the screen, and forgets what came before it. */
async function hears(line: string): Promise<void> {
  await untilReady(async () => said.includes(line), `"${line}" in:\n${said}`, { timeoutMs: 90_000 });
  said = said.slice(said.indexOf(line) + line.length);
}

test('the page is served from its source, and requests for the API are passed on', async () => {
  expect(await (await fetch(page)).text()).toContain('/@vite/client');
  const health = await fetch(new URL('/api/v1/health', page));
  expect(await health.json()).toMatchObject({ checks: expect.anything() });
  const live = new WebSocket(new URL('/ws', page), { headers: { origin: new URL(page).origin } });
  const [, refused] = await once(live, 'unexpected-response');
  expect(refused.statusCode).toBe(401);
});

test('API and worker restart when their code changes, even to broken code, and Ctrl-C stops everything', async () => {
  await appendFile(join(copy, 'api', 'main.ts'), `console.log('edited');\n`);
  await hears('api/main.ts changed; restarting API');
  await hears('API is back');
  const log = join(copy, '.data', 'logs', 'api.log');
  await untilReady(async () => (await readFile(log, 'utf8')).includes('edited\n'), 'the log of the API');

  const migration = 'db/migrations/Migration20261125000100_create_accounts.ts';
  await appendFile(join(copy, migration), '\n// edited\n');
  await hears(`${migration} changed; restarting API and Worker`);
  await hears('is back');
  await hears('is back');

  await appendFile(join(copy, 'workflows', 'contract.ts'), '\n// edited\n');
  await hears('workflows/contract.ts changed; restarting Worker');
  await hears('Worker is back');

  const links = join(copy, 'mail', 'links.ts');
  const before = await readFile(links, 'utf8');
  await appendFile(links, '\nthis is a mistake\n');
  await hears('mail/links.ts changed; restarting API and Worker');
  await hears('Waiting for the next change.');

  await writeFile(links, before);
  await hears('mail/links.ts changed; restarting API and Worker');
  await hears('is back');
  await hears('is back');

  expect(await interrupt()).toBe(0);
  expect(said).toContain('Everything has stopped.');
});
