import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { fairStart } from '../../../api/http/middleware/fair-start.ts';

const CROWD = 300;

test("a burst of one network does not delay another network's only request", async () => {
  const started: string[] = [];
  const app = new Koa();
  app.use(fairStart());
  app.use((ctx) => {
    started.push(ctx.ip);
    ctx.body = '';
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  const accepted = new Promise<void>((resolve) => {
    let count = 0;
    server.on('connection', () => {
      count += 1;
      if (count > CROWD) resolve();
    });
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const from = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: CROWD }, () => from('127.0.0.2')));
  sockets.push(await from('127.0.0.3'));
  await accepted;
  const answered = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await Promise.all(answered);
  for (const socket of sockets) socket.destroy();
  server.close();
  expect(started).toHaveLength(CROWD + 1);
  expect(started.indexOf('127.0.0.3')).toBeLessThan(CROWD / 10);
});
