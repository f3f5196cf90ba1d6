/** Servers of tests, on free ports of this machine. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Listening extends AsyncDisposable {
  port: number;
  /** With `http:`. */
  origin: string;
  /** Cuts this connection too whenever the server's are cut. */
  keep(socket: Socket): void;
  /** Cuts all connections. */
  cut(): void;
  /** Cuts all connections, and listens no longer. */
  close(): Promise<void>;
}

/** @param server also one for HTTP or TLS */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  server.on('connection', keep);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async (): Promise<void> => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, origin: `http://127.0.0.1:${port}`, keep, cut, close, [Symbol.asyncDispose]: close };
}

/** Accepts connections and never answers. */
export const silentServer = (): Promise<Listening> => listening(createServer());
