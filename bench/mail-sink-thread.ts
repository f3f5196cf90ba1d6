/** A mail server that accepts everything at once and counts. It is too fast to be what is measured. */
import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { converse } from '../chaos/catcher.ts';

/** How many mails it took, by recipient. */
const taken = new Map<string, number>();

const server = createServer((socket) =>
  converse(
    socket,
    ({ to }) => taken.set(to, (taken.get(to) ?? 0) + 1),
    () => undefined,
  ),
);
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
parentPort?.on('message', () => parentPort?.postMessage(taken));
