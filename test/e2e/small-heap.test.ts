/** An API process with little memory, while one account does its worst. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { NODE_FLAGS } from '../../dev/instance/services.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { type BuiltOwner, buildOwner } from '../support/builders/owner.ts';
import { client } from '../support/clients/client.ts';
import { head, openRaw } from '../support/clients/raw-request.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { until } from '../support/until.ts';

const MIB = 1024 * 1024;

const api = await useApi();
let child: ChildProcess;
let url: string;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}/api/v1`;
  child = spawn(process.execPath, [...NODE_FLAGS.API!, 'api/main.ts'], {
    env: {
      ...serviceVariables(api.config),
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      FRONTEND_URL: api.origin,
      API_PORT: String(port),
      RATE_LIMIT_SCALE: '100000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the process answers', async () => (await fetch(`${url}/health`).catch(() => null))?.ok);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

const cookie = ({ browser }: BuiltOwner) => ({
  Cookie: `accessToken=${browser.cookies.get('accessToken')}`,
  Origin: api.origin,
});

/** A vault so large that a client that reads nothing leaves most of it on the server, whatever the kernel buffers. */
async function largeVault({ id: userId }: BuiltOwner): Promise<void> {
  const now = new Date(api.clock.now);
  const em = api.em();
  const encryptedData = randomBytes(MIB).toString('base64');
  const [iv, salt] = [randomBytes(12).toString('base64'), randomBytes(16).toString('base64')];
  for (let i = 0; i < 48; i += 1) {
    await em.insert(VaultEntry, {
      userId,
      id: randomUUIDv7(),
      encryptedData,
      iv,
      salt,
      algorithm: 'AES-GCM',
      category: '',
      tags: [],
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }
}

/** The status of the answer to a request, or 0 if there is none within a second. */
async function statusOf(request: string): Promise<number> {
  const sent = await openRaw(url);
  sent.send(request);
  const reply = await sent.answer(1_000).catch(() => null);
  sent.socket.destroy();
  return reply?.status ?? 0;
}

/** Sends a request, and reads nothing of its answer. */
function hold(request: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.on('error', () => {});
  socket.pause();
  sockets.push(socket);
  return socket;
}

test('an API goes on serving check-ins while one account opens 50 imports and 50 exports that never end', async () => {
  const [attacker, owner] = [await buildOwner(api), await buildOwner(api)];
  await largeVault(attacker);
  const entry = `{"encryptedData":"${randomBytes(MIB).toString('base64')}","iv":"${randomBytes(12).toString('base64')}","salt":"${randomBytes(16).toString('base64')}","algorithm":"AES-GCM"},`;
  const headers = { ...cookie(attacker), 'Content-Type': 'application/json', 'Content-Length': 31 * MIB };
  const beginning = `${head('POST /api/v1/vault/import', headers)}{"entries":[${entry}`;
  const reading = head('GET /api/v1/vault/export', cookie(attacker));
  const begin = () => {
    for (let i = 0; i < 50; i += 1) {
      hold(beginning);
      hold(reading);
    }
  };
  const program = client({ url, origin: api.origin }, { cookies: Object.fromEntries(owner.browser.cookies) });
  // Other work on this machine may slow down one round, but not three.
  const slowest: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    // Anyone who was cut off or refused comes again.
    begin();
    await until('an import holds the only place', async () => (await statusOf(beginning)) === 429);
    const took: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const began = performance.now();
      const reply = await program.post('/activity/check-in');
      took.push(performance.now() - began);
      expect(reply.status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    slowest.push(Math.max(...took));
  }
  expect(child.exitCode).toBeNull();
  // How fast it is with a crowd is measured by the campaigns (`npm run chaos`).
  expect(Math.min(...slowest)).toBeLessThan(4_000);
});
