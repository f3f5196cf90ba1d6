/** How the API accepts connections. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { listen } from '../../../api/listen.ts';
import { freePort } from '../../../dev/processes/ports.ts';

const CONNECTIONS = 400;
const unexpected = (error: Error): never => {
  throw error;
};
let client: ChildProcess | undefined;
afterEach(() => {
  client?.kill('SIGKILL');
});

/** Opens connections in another process, and resolves once all have reached the kernel. */
async function connect(port: number): Promise<void> {
  const program = `
    let open = 0;
    for (let i = 0; i < ${CONNECTIONS}; i += 1)
      require('node:net').connect(${port}, '127.0.0.1', () => { open += 1; if (open === ${CONNECTIONS}) console.log('open'); });
  `;
  client = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(client.stdout!, 'data');
}

test('accepts several connections in each iteration of the event loop', async () => {
  const http = createHttpServer((_req, res) => res.end());
  let accepted = 0;
  const port = await freePort();
  const close = await listen(http, { port, host: '127.0.0.1' }, unexpected);
  http.on('connection', () => {
    accepted += 1;
  });
  const connected = connect(port);
  let iterations = 0;
  let busiest = 0;
  while (accepted < CONNECTIONS) {
    const before = accepted;
    await nextIteration();
    // The other process takes its time to start.
    if (accepted > 0) iterations += 1;
    busiest = Math.max(busiest, accepted - before);
    // As if each iteration had work to do: connections queue up.
    const until = performance.now() + 5;
    while (performance.now() < until);
  }
  await connected;
  expect(busiest).toBeGreaterThan(4);
  expect(iterations).toBeLessThan(CONNECTIONS);
  client?.kill('SIGKILL');
  await close();
});

test('a request is answered on every socket, and closing waits for what is under way', async () => {
  const http = createHttpServer((_req, res) => setTimeout(() => res.end('done'), 50));
  const port = await freePort();
  const close = await listen(http, { port, host: '127.0.0.1' }, unexpected);
  const replies = Array.from({ length: 64 }, () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } }).then((reply) => reply.text()),
  );
  await nextIteration();
  expect(new Set(await Promise.all(replies))).toEqual(new Set(['done']));
  await close();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

test('a port that is taken is an error, even if its owner shares it', async () => {
  for (const reusePort of [false, true]) {
    const other = createServer();
    const port = await freePort();
    other.listen({ port, host: '127.0.0.1', reusePort });
    await once(other, 'listening');
    await expect(listen(createHttpServer(), { port, host: '127.0.0.1' }, unexpected)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    other.close();
  }
});

test('a connection that cannot be accepted ends nothing', async () => {
  const http = createHttpServer((_req, res) => res.end('done'));
  const port = await freePort();
  const errors: string[] = [];
  const close = await listen(http, { port, host: '127.0.0.1' }, ({ message }) => errors.push(message));
  // As Node reports that no more files may be open.
  http.emit('error', new Error('accept EMFILE'));
  http.emit('error', new Error('accept EMFILE again'));
  expect(errors).toEqual(['accept EMFILE', 'accept EMFILE again']);
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
  expect(await response.text()).toBe('done');
  await close();
});
