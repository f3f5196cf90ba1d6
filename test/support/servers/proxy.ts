/** A door in front of a server. Connections pass while it is open, and hang while it leads nowhere. */
import { connect, createServer, type Socket } from 'node:net';

export interface Door {
  /** `host:port`, to use instead of the server's own. */
  address: string;
  /** Accepts connections and never answers. Connections that are already open hang too. */
  leadNowhere(): void;
  /** Lets everybody through again, and cuts connections that hung, because they missed what was said. */
  open(): void;
  close(): Promise<void>;
}

/** @param address `host:port` of the server behind it, which may start later */
export async function startDoor(address: string): Promise<Door> {
  const [host = '', port = ''] = address.split(':');
  const sockets = new Set<Socket>();
  let nowhere = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((outside) => {
    keep(outside);
    if (nowhere) return;
    const inside = connect(Number(port), host);
    keep(inside);
    const carry = (to: Socket) => (chunk: Buffer) => {
      if (!nowhere) to.write(chunk);
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
    leadNowhere() {
      nowhere = true;
    },
    open() {
      nowhere = false;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
