/** What `npm start` promises, on the real supervisor, servers, API and worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { silent } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { removeData } from '../../dev/processes/data-folder.ts';
import { isAlive, type ProcessIdentity } from '../../dev/processes/identity.ts';
import { freePorts } from '../../dev/processes/ports.ts';
import { firstAnswer, untilReady } from '../../dev/processes/ready.ts';
import { temporalProgram } from '../../dev/programs/temporal.ts';
import { query } from '../../dev/servers/postgres.ts';
import { temporalAnswers } from '../../dev/servers/temporal.ts';
import type { components } from '../../docs/openapi.d.ts';
import { createDatabase, servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';

/** Six servers and programs, one after the other, which a busy machine may take minutes for. */
const WHOLE_START = { timeoutMs: 180_000 };
/** Twice the 6 s after which whatever still runs has been killed. */
const STOPPED_MS = 12_000;

let dataDir: string;
let runs: StartRun[];

async function begin() {
  dataDir = await mkdtemp(join(tmpdir(), 'start-'));
  runs = [];
}

async function stopAll() {
  for (const run of runs) {
    if (run.child.exitCode === null && run.child.signalCode === null) {
      await run.interrupt();
    }
  }
  await removeData(dataDir);
}

/** One `npm start`, and everything it has printed so far. */
interface StartRun {
  child: ChildProcess;
  said: { stdout: string; stderr: string };
  /** Resolves when it says that it is ready. Throws its output if it ends instead. */
  ready(): Promise<void>;
  /** Presses Ctrl-C, as a terminal does for the whole group. Resolves with the exit code and how long it took. */
  interrupt(): Promise<{ code: number | null; tookMs: number }>;
  /** Resolves with the exit code when it ends on its own. */
  end(): Promise<number | null>;
  /** What the table says to the right of this. */
  row(what: string): string;
}

function start(flags: string[] = ['--free-ports'], variables: Record<string, string> = {}): StartRun {
  const child = spawn(
    process.execPath,
    [join(checkout, 'dev', 'run.mjs'), 'dev/start.ts', '--data', dataDir, ...flags],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...baseEnv(), ...variables } },
  );
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes) => {
    said.stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    said.stderr += bytes;
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const run: StartRun = {
    child,
    said,
    async ready() {
      const ended = closed.then(([code]) => {
        throw new Error(`npm start ended with ${code}:\n${said.stdout}${said.stderr}`);
      });
      const isReady = untilReady(async () => said.stdout.includes('Ready. '), 'npm start', WHOLE_START);
      await Promise.race([isReady, ended]);
    },
    async interrupt() {
      const began = performance.now();
      // A terminal sends it both to what npm runs and to the supervisor, whether it is passed on or not.
      const { owner } = await registry();
      child.kill('SIGINT');
      process.kill(owner.pid, 'SIGINT');
      const [code] = await closed;
      return { code, tookMs: performance.now() - began };
    },
    end: async () => (await closed)[0],
    row(what) {
      const line = said.stdout.split('\n').find((text) => text.startsWith(`  ${what} `));
      return line?.slice(2 + what.length).trim() ?? '';
    },
  };
  runs.push(run);
  return run;
}

/** The process that runs the instance, and what it has started. */
async function registry() {
  return JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as {
    owner: ProcessIdentity;
    started: { name: string; process: ProcessIdentity }[];
  };
}

/** What runs for this instance, by name. */
async function running(): Promise<Record<string, ProcessIdentity>> {
  const { started } = await registry();
  return Object.fromEntries(started.map(({ name, process }) => [name, process]));
}

const portOf = (address: string): number => Number(/:(\d+)/.exec(address)?.[1]);

const account = {
  email: 'ada@example.org',
  name: 'Ada',
  password: Buffer.alloc(32, 7).toString('base64'),
  salt: Buffer.alloc(16, 7).toString('base64'),
};

const post = (run: StartRun, path: string, body: object) =>
  fetch(`${run.row('API')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A report of an API that serves. A busy machine may take too long for a check of the database, which is then down. */
const servingReport = (run: StartRun) =>
  until('a report that the API serves', async () => {
    const response = await fetch(run.row('Health'));
    const report = (await response.json()) as components['schemas']['Health'];
    return response.ok && report;
  });

const redisAnswers = (port: number) =>
  untilReady(async () => (await firstAnswer(port, 'PING\r\n')) === '+PONG\r\n', 'Redis');

const WHOLE = ['API', 'Mail catcher', 'PostgreSQL', 'Redis', 'Temporal', 'Worker'];

describe('one instance, started three times', () => {
  let run: StartRun;
  beforeAll(begin);
  afterAll(stopAll, 60_000);

  test('npm start says what runs where, and each address answers', async () => {
    run = start();
    await run.ready();
    expect((await fetch(run.row('Web app'))).status).toBe(200);
    expect((await servingReport(run)).status).toMatch(/ok|degraded/);
    expect((await fetch(run.row('Temporal UI'))).status).toBe(200);
    expect((await fetch(run.row('Caught mails'))).status).toBe(200);
    await untilReady(() => temporalAnswers(run.row('Temporal')), 'Temporal');
    await untilReady(async () => /^220 /.test(await firstAnswer(portOf(run.row('Mail')))), 'the mail server');
    await redisAnswers(portOf(run.row('Redis')));
    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const postgres = { host: '127.0.0.1', port: portOf(run.row('PostgreSQL')), user: 'vault', password };
    expect((await query({ ...postgres, database: 'vault' }, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(Object.keys(await running()).sort()).toEqual(WHOLE);
  });

  test('while it runs, a second start is refused in one sentence', async () => {
    const second = start();
    expect(await second.end()).toBe(1);
    expect(second.said.stderr.trim()).toMatch(
      /^An instance with its data in .* is already running as process \d+: .*$/,
    );
    await servingReport(run);
  });

  test('a part that dies is restarted, and people are told', async () => {
    process.kill((await running()).Redis!.pid, 'SIGKILL');
    await untilReady(async () => run.said.stdout.includes('Redis is back'), 'Redis');
    await redisAnswers(portOf(run.row('Redis')));
  });

  test('Ctrl-C stops all of it within 6 s, and the next start finds its secrets and data', async () => {
    expect((await post(run, '/auth/register', account)).status).toBe(201);
    const secrets = join(dataDir, 'secrets.json');
    const before = await readFile(secrets, 'utf8');
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    const processes = Object.values(await running());
    expect(processes.every(isAlive)).toBe(true);

    const { code, tookMs } = await run.interrupt();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOPPED_MS);
    expect(processes.some(isAlive)).toBe(false);

    // It notices that everything is up even if nothing is logged.
    run = start(['--free-ports'], { LOG_LEVEL: 'silent' });
    await run.ready();
    expect(await readFile(secrets, 'utf8')).toBe(before);
    // The account is still there: its password is right, and only its address is unverified.
    const login = await post(run, '/auth/login', { email: account.email, password: account.password });
    expect(await login.json()).toMatchObject({ code: 'email_not_verified' });
  });

  test('a killed supervisor leaves nothing that the next start cannot clear away', async () => {
    const left = await running();
    process.kill((await registry()).owner.pid, 'SIGKILL');
    await run.end();
    expect(Object.values(left).every(isAlive)).toBe(true);

    run = start();
    await run.ready();
    expect(Object.values(left).some(isAlive)).toBe(false);
    expect(run.said.stdout).toContain('stopped what an earlier start had left running');
    await servingReport(run);
  });
});

describe('an instance of its own', () => {
  beforeEach(begin);
  afterEach(stopAll, 60_000);

  test('a port that is taken gets one sentence that says what to do, and nothing is started', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const names = ['postgres', 'redis', 'temporal', 'temporal-ui', 'smtp', 'mail'];
    const free = await freePorts(names.length);
    const chosen = names.flatMap((name, i) => [`--${name}-port`, String(free[i])]);
    for (const [others, ways] of [
      [chosen, '--port or API_PORT or use any free ports with --free-ports'],
      [['--free-ports'], '--port or leave it out'],
    ] as const) {
      const run = start(['--port', String(port), ...others]);
      expect(await run.end()).toBe(1);
      expect(run.said.stderr.trim()).toBe(
        `Port ${port}, needed for the API, is in use: choose another with ${ways}.`,
      );
      expect(run.said.stdout).not.toContain('is up');
    }
    taken.close();
  });

  test('Ctrl-C in the middle of a start stops what had started', async () => {
    const run = start();
    await untilReady(async () => run.said.stdout.includes('Redis is up'), 'the first server');
    const processes = Object.values(await running());
    const { code, tookMs } = await run.interrupt();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOPPED_MS);
    await sleep(500);
    expect(processes.some(isAlive)).toBe(false);
  });

  test('servers named in the environment are used, not started, and outlive Ctrl-C', async () => {
    const database = await createDatabase();
    const { host, port } = servers.mail;
    const run = start(['--free-ports'], {
      ...database.env,
      REDIS_HOST: servers.redis.host,
      REDIS_PORT: String(servers.redis.port),
      TEMPORAL_ADDRESS: servers.temporal.address,
      TEMPORAL_TASK_QUEUE: database.name,
      SMTP_HOST: host,
      SMTP_PORT: String(port),
    });
    await run.ready();
    expect(Object.keys(await running()).sort()).toEqual(['API', 'Worker']);
    expect(run.row('Mail')).toBe(`${host}:${port}  (named by SMTP_HOST)`);
    expect(run.row('Redis')).toContain('named by REDIS_HOST');
    expect(run.row('Temporal')).toContain('named by TEMPORAL_ADDRESS');
    expect(run.row('PostgreSQL')).toContain('named by DB_HOST');
    const tables = `select count(*)::int as n from information_schema.tables where table_schema = 'public'`;
    const { rows } = await query({ ...database, database: database.name }, tables);
    expect(rows[0].n).toBeGreaterThan(0);

    expect(await run.interrupt()).toMatchObject({ code: 0 });
    await redisAnswers(servers.redis.port);
    await untilReady(() => temporalAnswers(servers.temporal.address), 'Temporal');
    await database.drop();
  });

  test('the web app opens while Temporal is still starting, and the mail owed in the meantime follows', async () => {
    const folder = join(dataDir, 'slow');
    const here = join(folder, 'here');
    await mkdir(folder);
    const wait = `until [ -e "${here}" ]; do sleep 0.1; done; exec "${await temporalProgram(silent)}" "$@"`;
    await writeFile(join(folder, 'temporal'), `#!/bin/sh\n${wait}\n`, { mode: 0o755 });
    const run = start(['--free-ports'], { PATH: [folder, process.env.PATH].join(delimiter) });
    await untilReady(
      async () => run.said.stdout.includes('The web app is open.'),
      'the web app',
      WHOLE_START,
    );
    expect(run.row('Temporal')).toBe('to follow');
    expect((await fetch(run.row('Web app'))).status).toBe(200);
    expect((await post(run, '/auth/register', account)).status).toBe(201);
    // Health reads the queues only every few seconds.
    const report = await until('the message to Temporal', async () => {
      const latest = await servingReport(run);
      return latest.checks.queues.outbox?.size === 1 && latest;
    });
    expect(report).toMatchObject({
      status: 'degraded',
      checks: { database: { status: 'up' }, queues: { status: 'degraded' } },
    });

    await writeFile(here, '');
    await run.ready();
    const mails = async () => (await fetch(`${run.row('Caught mails')}/email`)).json();
    await untilReady(async () => ((await mails()) as unknown[]).length === 1, 'the mail');
  });

  test('a named server that does not answer gets one sentence that says which variables to check', async () => {
    const [nobody] = await freePorts(1);
    const run = start(['--free-ports'], { REDIS_HOST: '127.0.0.1', REDIS_PORT: String(nobody) });
    expect(await run.end()).toBe(1);
    expect(run.said.stderr.trim()).toMatch(
      new RegExp(
        `^Redis at 127\\.0\\.0\\.1:${nobody} cannot be used \\(.*\\): check REDIS_HOST and REDIS_PORT\\.$`,
      ),
    );
  });

  test('an invalid variable gets one sentence that names it', async () => {
    const run = start(['--free-ports'], { GRACE_PERIOD_HOURS: 'soon' });
    expect(await run.end()).toBe(1);
    expect(run.said.stderr.trim()).toBe(
      'The configuration cannot be used: GRACE_PERIOD_HOURS must be a whole number.',
    );
  });
});
