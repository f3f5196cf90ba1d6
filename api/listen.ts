/** Accepts connections fast enough that thousands which arrive at once don't keep a later one waiting. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

/** Node accepts one connection per socket and iteration of the event loop, and a busy iteration takes milliseconds. */
const SOCKETS = 16;
/** Connections that wait to be accepted, for each socket. */
const BACKLOG = 4_096;

export interface Address {
  port: number;
  host?: string | undefined;
}

/** Stops listening, and resolves once the last connection has ended. */
type Close = () => Promise<unknown>;

async function bind(server: NetServer, address: object, onError: (error: Error) => void): Promise<Close> {
  server.listen({ ...address, backlog: BACKLOG });
  await once(server, 'listening');
  server.on('error', onError);
  return () => new Promise((resolve) => server.close(resolve));
}

/**
 * Listens with several sockets on one port where the system can share it (`SO_REUSEPORT`), else with one. In a process
 * of a cluster, the primary listens.
 *
 * @param address whose port is not 0
 * @param onError called if a connection can't be accepted, such as when too many files are open
 * @throws the system's error, such as `EADDRINUSE`, also if another process shares the port
 */
export async function listen(
  http: Server,
  address: Address,
  onError: (error: Error) => void,
): Promise<Close> {
  if (process.platform !== 'linux' || cluster.isWorker) return bind(http, address, onError);
  // Sharing would not fail if another process of ours has the port.
  const closeProbe = await bind(createServer(), address, onError);
  await closeProbe();
  const shared = { ...address, reusePort: true };
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket)),
  );
  const closes = await Promise.all([http, ...others].map((server) => bind(server, shared, onError)));
  return () => Promise.all(closes.map((close) => close()));
}
