import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { schema } from '../../config.ts';
import { freePorts } from '../../dev/processes/ports.ts';
import { help } from '../../dev/start/help.ts';
import { choosePorts, START_PORTS } from '../../dev/start/ports.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
  }
});

/** Flags that move every port away from whatever runs on this machine. */
async function freeFlags(): Promise<Record<string, string>> {
  const ports = await freePorts(START_PORTS.length);
  return Object.fromEntries(START_PORTS.map(({ flag }, index) => [flag, String(ports[index])]));
}

/** Listens on a free port of this interface until the test is over. */
async function occupy(host: string): Promise<number> {
  const server = createServer();
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as { port: number }).port;
}

test('the help names every flag and every variable, with its default', () => {
  const text = help();
  for (const { flag, preset } of START_PORTS) {
    expect(text).toMatch(new RegExp(`--${flag} <port> .*\\(${preset}\\)`));
  }
  for (const name of Object.keys(schema.shape)) {
    expect(text).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  }
  expect(text).toMatch(/^ {2}JWT_EXPIRES_IN +1h$/m);
  expect(text).toMatch(/^ {2}GRACE_PERIOD_HOURS +48$/m);
});

const hasIPv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

test.each(['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1'] : [])])(
  'a port taken on %s is named, with the server that wants it and what to do',
  async (host) => {
    const port = await occupy(host);
    await expect(choosePorts({ ...(await freeFlags()), 'redis-port': String(port) }, {})).rejects.toThrow(
      `Port ${port}, needed for Redis, is in use: choose another with --redis-port or REDIS_PORT, name a running server with REDIS_HOST, or use any free ports with --free-ports`,
    );
  },
);

test('a flag takes precedence over its variable', async () => {
  const flags = await freeFlags();
  expect((await choosePorts(flags, { API_PORT: '4000' })).api).toBe(Number(flags.port));
});

test('with --free-ports, a flag is used, and every other port is a free one, whatever the variables say', async () => {
  const taken = await occupy('127.0.0.1');
  const [redis] = await freePorts(1);
  const variables = { API_PORT: String(taken), DB_PORT: String(taken) };
  const ports = await choosePorts({ 'redis-port': String(redis) }, variables, { free: true });
  expect(ports.redis).toBe(redis);
  expect(ports.api).toEqual(expect.any(Number));
  expect(Object.values(ports)).not.toContain(taken);
});

test('a named server needs no port here', async () => {
  const port = await occupy('127.0.0.1');
  const flags = { ...(await freeFlags()), 'smtp-port': String(port) };
  const ports = await choosePorts(flags, { SMTP_HOST: 'mail.example.org', SMTP_PORT: '25' });
  expect(ports).not.toHaveProperty('smtp');
  expect(ports).not.toHaveProperty('mail');
});

test.each([
  [{ port: 'abc' }, '--port must be a port between 1 and 65535, not "abc"'],
  [{ port: '0' }, '--port must be a port between 1 and 65535, not "0"'],
  [{ port: '70000' }, '--port must be a port between 1 and 65535, not "70000"'],
])('%j is refused', async (flags, sentence) => {
  await expect(choosePorts({ ...(await freeFlags()), ...flags }, {})).rejects.toThrow(sentence);
});

test('one port for two servers is refused', async () => {
  const flags = await freeFlags();
  await expect(choosePorts({ ...flags, 'mail-port': flags.port! }, {})).rejects.toThrow(
    /is needed for both the API and the web interface of the mail catcher: choose another with --mail-port/,
  );
});
