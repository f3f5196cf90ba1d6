import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RouteDeclaration } from '../../../api/http/route.ts';
import { routes } from '../../../api/routes/index.ts';
import { loggable, openLog } from '../../../db/log.ts';
import { baseEnv } from '../../../dev/instance/environment.ts';
import { freePort } from '../../../dev/processes/ports.ts';
import { openLoggedIn } from '../../support/builders/account.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { client } from '../../support/clients/client.ts';
import { served } from '../../support/clients/health.ts';
import { migratedDatabase } from '../../support/servers/api.ts';
import { servers } from '../../support/servers/shared-servers.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  durationMs?: number;
  code?: string;
  err?: unknown;
}

/** pino's number for the level at which frequent requests by monitoring are logged while they succeed. */
const DEBUG = 20;

/** A mark that our code would never write. */
const MARK = 'zmarkedz';

let lines: Line[] = [];
const log = openLog(
  'debug',
  'api',
  new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(String(text)));
      done();
    },
  }),
);
const api = await useApi({ ADMIN_EMAILS: `admin-${MARK}@example.test` }, { log });
beforeEach(() => {
  lines = [];
});

const logged = (requestId: string) =>
  until(`the line of request ${requestId}`, () =>
    lines.find((line) => line.msg === 'request' && line.requestId === requestId),
  );

describe('the log of requests', () => {
  test('has one line for each: method, declared route, status, duration and request ID, and nothing else', async () => {
    const owner = await buildOwner(api);
    const reply = await owner.browser.get(`/vault/entries/${randomUUID()}`, { 'X-Request-Id': 'mine-1' });
    expect(reply.status).toBe(404);
    expect(await logged('mine-1')).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'api',
      msg: 'request',
      requestId: 'mine-1',
      method: 'GET',
      route: '/vault/entries/:id',
      status: 404,
      durationMs: expect.any(Number),
      code: 'not_found',
    });
    expect(lines.filter(({ requestId }) => requestId === 'mine-1')).toHaveLength(1);
  });

  test('names requests to unknown routes without their path', async () => {
    const answered = await fetch(`${api.url}/${MARK}/${MARK}?${MARK}=${MARK}`);
    const line = await logged(answered.headers.get('X-Request-Id') ?? '');
    expect(line).toMatchObject({ method: 'GET', route: 'none', status: 404, code: 'not_found' });
    expect(JSON.stringify(lines)).not.toContain(MARK);
  });

  test.each(['has space', 'a"b', 'x'.repeat(65), '../../etc', '\u00e9'])(
    'does not take over the request ID %j',
    async (given) => {
      const { headers } = await served(() => client(api).get('/health', { 'X-Request-Id': given }));
      const ours = headers.get('X-Request-Id') ?? '';
      expect(ours).toMatch(/^[0-9a-f-]{36}$/);
      expect(await logged(ours)).toMatchObject({ route: '/health', level: DEBUG });
    },
  );

  test('says why a request was refused with 503, in a warning without a stack', async () => {
    const owner = await buildOwner(api);
    const reply = await owner.program.post(
      '/billing/checkout',
      { plan: 'pro' },
      { 'X-Request-Id': 'full-1' },
    );
    expect(reply.status).toBe(503);
    await logged('full-1');
    expect(lines.filter(({ msg, requestId }) => msg !== 'request' && requestId === 'full-1')).toMatchObject([
      {
        level: 40,
        msg: 'request refused',
        route: 'POST /billing/checkout',
        err: 'This service does not offer paid plans.',
      },
    ]);
  });

  test('says so if the client went away before its answer', async () => {
    const owner = await buildOwner(api);
    const body = JSON.stringify({ reason: 'x'.repeat(40_000) });
    const { port } = new URL(api.url);
    const sent = request({
      port,
      path: '/api/v1/handover/cancel',
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'X-Request-Id': 'gone-1',
        Origin: api.origin,
        Cookie: [...owner.browser.cookies].map((pair) => pair.join('=')).join('; '),
        // The answer "100 Continue" says that the headers have been read.
        Expect: '100-continue',
      },
    });
    sent.on('error', () => {});
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.write(body.slice(0, 20_000));
    sent.destroy();
    expect(await logged('gone-1')).toMatchObject({ route: '/handover/cancel', aborted: true });
  });
});

/** Every string of a sample, with the mark inserted. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return `${MARK}${value}`;
  if (Array.isArray(value)) return value.map(marked);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each)]));
  }
  return value;
}

describe('no body, token, query, address or secret', () => {
  const nameOf = ({ method, path }: RouteDeclaration) => `${method.toUpperCase()} ${path}`;

  /** Sends it, and returns everything logged since this test began, once its own line is there. */
  async function drive(
    route: RouteDeclaration,
    who: { headers: Record<string, string> },
    body: string | null,
    path = route.path,
  ): Promise<string> {
    const answered = await fetch(`${api.url}${path}`, {
      method: route.method.toUpperCase(),
      headers: { ...who.headers, ...(body === null ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === null ? {} : { body }),
    });
    await answered.text();
    await logged(answered.headers.get('X-Request-Id') ?? '');
    return JSON.stringify(lines);
  }

  test.each(routes.map((route) => [nameOf(route), route] as const))(
    'of %s is in any line, whether it is taken or refused',
    async (name, route) => {
      // An owner for each call, because some calls end the account.
      const owner = await buildOwner(api, {
        name: `Olive ${MARK}`,
        email: `${randomUUID()}-${MARK}@example.test`,
      });
      await buildSuccessor(api, owner, { name: `Sam ${MARK}` });
      const [[, token] = []] = [...owner.browser.cookies];
      const secrets = [MARK, owner.email, owner.id, token ?? '', 'example.test'];
      const cookie = { headers: { Cookie: `accessToken=${token}`, Origin: api.origin } };
      const bearer = { headers: { Authorization: `Bearer ${MARK}`, 'User-Agent': MARK } };
      const path = route.path.replace(/:\w+/g, randomUUID());
      const sample = BODIES[name]?.();
      const bodies = sample
        ? [JSON.stringify(sample), JSON.stringify(marked(sample)), `{"${MARK}": "${MARK}`]
        : [route.method === 'get' ? null : JSON.stringify({ [MARK]: MARK })];
      for (const who of [cookie, bearer]) {
        for (const body of bodies) {
          for (const query of ['', `?token=${MARK}${randomBytes(32).toString('hex')}&search=${MARK}`]) {
            const everything = await drive(route, who, body, path + query);
            for (const secret of [...secrets, ...Object.values(sample ?? {})]) {
              if (typeof secret === 'string' && secret.length > 12) expect(everything).not.toContain(secret);
            }
            expect(everything).not.toContain(MARK);
          }
        }
      }
    },
  );

  test('of a whole log-in and log-out is in any line', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const cookies = [...browser.cookies.values()];
    const gone = await browser.post('/auth/logout');
    await logged(gone.headers.get('X-Request-Id') ?? '');
    const everything = JSON.stringify(lines);
    expect(lines.filter(({ route }) => route === '/auth/login')).toHaveLength(1);
    for (const secret of [...cookies, account.email, account.password, account.salt, account.id]) {
      expect(everything).not.toContain(secret);
    }
  });

  test('of a row that the database refuses is in the error that is logged', async () => {
    const em = api.em();
    const insert = () =>
      em.execute(
        `insert into "user" (id, email, name, auth_hash, salt, created_at) values (?, ?, ?, ?, ?, ?)`,
        [randomUUID(), `${MARK}@example.test`, MARK, MARK, MARK, new Date()],
      );
    await insert();
    const refused: Error = await insert().then(
      () => {
        throw new Error('it was taken');
      },
      (error: Error) => error,
    );
    // Otherwise this test would prove nothing.
    expect(JSON.stringify([refused.message, refused])).toContain(MARK);
    log.error({ err: refused }, 'request failed');
    const [line] = lines;
    expect(JSON.stringify(line)).not.toContain(MARK);
    expect(line?.err).toMatchObject({
      type: 'UniqueConstraintViolationException',
      code: '23505',
      message: expect.stringContaining('user_email_key'),
      stack: expect.stringMatching(/^\s+at /),
    });
  });

  test('of a text that cannot be read is in the error, nor of what caused it', () => {
    const broken = (() => {
      try {
        return JSON.parse(`{"${MARK}": ${MARK}`);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(broken.message).toContain(MARK);
    expect(JSON.stringify(loggable(broken))).not.toContain(MARK);
    const outer = loggable(new Error('reading failed', { cause: broken }));
    expect(outer).toMatchObject({ type: 'Error', message: 'reading failed', cause: { type: 'SyntaxError' } });
    expect(JSON.stringify(outer)).not.toContain(MARK);
  });
});

describe('an API that is told to stop', () => {
  test('finishes the request in flight, takes no new one, and ends with 0; its log says as much', async () => {
    const database = await migratedDatabase();
    const port = await freePort();
    const child = spawn(process.execPath, ['api/main.ts'], {
      env: {
        ...baseEnv(),
        ...database.env,
        JWT_SECRET: randomBytes(64).toString('base64'),
        ACTIVITY_HMAC_SECRET: randomBytes(64).toString('base64'),
        API_PORT: String(port),
        REDIS_HOST: servers.redis.host,
        REDIS_PORT: String(servers.redis.port),
        // All requests from this machine are counted in the same Redis.
        RATE_LIMIT_SCALE: '1000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
    });
    const ended = once(child, 'exit');
    try {
      await until('the API', () => said.includes('api ready'));
      const email = uniqueEmail();
      // This request needs no password hash, which a busy machine might not finish before the process ends.
      const body = JSON.stringify({ email });
      const slow = request({
        host: '127.0.0.1',
        port,
        path: '/api/v1/auth/kdf',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        // Kept alive, as a browser's connection is. It must not keep the process alive.
        agent: undefined,
      });
      const answered = once(slow, 'response');
      slow.write(body.slice(0, 30));
      await until('its first half to be there', () => slow.socket && slow.socket.bytesWritten > 100);
      // Once this is answered, what was sent before has been read.
      await fetch(`http://127.0.0.1:${port}/health`);
      child.kill('SIGTERM');
      await until('it to say that it stops', () => said.includes('"msg":"stopping"'));
      const next = await fetch(`http://127.0.0.1:${port}/health`).then(
        () => 'answered',
        () => 'refused',
      );
      expect(next).toBe('refused');
      slow.end(body.slice(30));
      const [response] = await answered;
      expect(response.statusCode).toBe(200);
      expect(await json(response)).toMatchObject({ kdf: { name: 'argon2id' } });
      expect(await ended).toEqual([0, null]);
      const all = said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      expect(all.find(({ msg }) => msg === 'request')).toMatchObject({
        method: 'POST',
        route: '/auth/kdf',
        status: 200,
      });
      expect(said).not.toContain(email);
    } finally {
      child.kill('SIGKILL');
      await database.drop();
    }
  });
});
