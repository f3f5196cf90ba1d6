/** A server of `@tus/server` and nothing else, on a folder: the least that an upload can cost. It reports its port. */
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] ?? '' }) });
const listening = tus.listen({ host: '127.0.0.1', port: 0 }, () =>
  process.send?.((listening.address() as AddressInfo).port),
);
