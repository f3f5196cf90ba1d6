/** A proxy in front of a server. Connections pass, or hang when a test says so. */
import { connect, createServer, type Socket } from 'node:net';

export interface HangingProxy {
  /** `host:port`, to use instead of the server's own. */
  address: string;
  /** Accepts connections and never answers. Connections that are already open hang too. */
  hang(): void;
  /** Lets everybody through again, and cuts connections that hung, because they missed what was sent. */
  open(): void;
  /** Cuts all connections, or hangs, once so many more bytes have passed. Resolves then. */
  after(bytes: number, what: 'cut' | 'hang'): Promise<void>;
  /** How many bytes have passed, in both directions. */
  passed(): number;
  close(): Promise<void>;
}

/** @param address `host:port` of the server behind it, which may start later */
export async function startHangingProxy(address: string): Promise<HangingProxy> {
  const [host = '', port = ''] = address.split(':');
  const sockets = new Set<Socket>();
  let hanging = false;
  let passed = 0;
  let limit = Number.POSITIVE_INFINITY;
  let reached = () => {};
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((outside) => {
    keep(outside);
    if (hanging) return;
    const inside = connect(Number(port), host);
    keep(inside);
    const carry = (to: Socket) => (chunk: Buffer) => {
      if (hanging) return;
      to.write(chunk);
      passed += chunk.length;
      if (passed >= limit) reached();
    };
    outside.on('data', carry(inside));
    inside.on('data', carry(outside));
    outside.on('close', () => inside.destroy());
    inside.on('close', () => outside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    hang() {
      hanging = true;
    },
    open() {
      hanging = false;
      cut();
    },
    after: (bytes, what) =>
      new Promise((resolve) => {
        limit = passed + bytes;
        reached = () => {
          limit = Number.POSITIVE_INFINITY;
          if (what === 'hang') hanging = true;
          else cut();
          resolve();
        };
      }),
    passed: () => passed,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
