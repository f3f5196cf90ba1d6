/**
 * MailDev as a program, with its own arguments. Its mails hold links that check in and reset passwords, so they are for
 * the user who started it: no other site's page and no other user of the machine may read them.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { isOwnRequest } from './own-request.ts';

process.umask(0o077);
const require = createRequire(import.meta.url);
const MailDev = require('maildev') as new () => { listen(): Promise<void> };
const catcher = new MailDev();
const { server } = require('maildev/lib/web') as { server: Server };

/** Puts us before MailDev's own listeners, which are called only for requests that may go on. */
function before(event: 'request' | 'upgrade', refuse: (answering: never) => void): void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (request: IncomingMessage, ...more: unknown[]) => {
    const { port } = server.address() as AddressInfo;
    if (!isOwnRequest(request.headers, port)) refuse(more[0] as never);
    else for (const listener of listeners) listener.call(server, request, ...more);
  });
}
before('request', (response: ServerResponse) => response.writeHead(403).end('Not for other sites\n'));
before('upgrade', (socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'));

await catcher.listen();
