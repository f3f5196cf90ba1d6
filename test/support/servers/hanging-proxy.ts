/** A proxy in front of a server. Connections pass, or hang when a test says so. */
import { connect, createServer, type Socket } from 'node:net';

export interface HangingProxy {
  /** `host:port`, to use instead of the server's own. */
  address: string;
  /** Accepts connections and never answers. Connections that are already open hang too. */
  hang(): void;
  /** Lets everybody through again, and cuts connections that hung, because they missed what was sent. */
  open(): void;
  close(): Promise<void>;
}

/** @param address `host:port` of the server behind it, which may start later */
export async function startHangingProxy(address: string): Promise<HangingProxy> {
  const [host = '', port = ''] = address.split(':');
  const sockets = new Set<Socket>();
  let hanging = false;
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
      if (!hanging) to.write(chunk);
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
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
