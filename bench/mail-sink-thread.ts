/** A mail server that accepts everything at once and counts it. It is too fast to be the bottleneck. */
import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { converse, type ReceivedMail } from '../chaos/smtp.ts';

/** How many mails it took, by recipient. */
const taken = new Map<string, number>();

const mail = ({ to }: ReceivedMail) => {
  taken.set(to, (taken.get(to) ?? 0) + 1);
  return null;
};
const server = createServer((socket) => converse(socket, { mail }));
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
parentPort?.on('message', () => parentPort?.postMessage(taken));
