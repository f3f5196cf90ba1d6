/** A proxy in front of a server. Connections pass, or hang when a test says so. */
import { connect, createServer, type Socket } from 'node:net';
import { listening } from './listening.ts';

export interface HangingProxy {
  /** `host:port`, to use instead of the server's own. */
  address: string;
  /** Accepts connections and never answers. Connections that are already open hang too. */
  hang(): void;
  /** Lets everybody through again, and cuts connections that hung, because they missed what was sent. */
  open(): void;
  /** Cuts all connections, or hangs, once this many more bytes have passed, and then resolves. */
  after(bytes: number, what: 'cut' | 'hang'): Promise<void>;
  /** How many bytes have passed, in both directions. */
  passed(): number;
  close(): Promise<void>;
}

/** @param address `host:port` of the server behind it, which may start later */
export async function startHangingProxy(address: string): Promise<HangingProxy> {
  const [host = '', port = ''] = address.split(':');
  let hanging = false;
  let passed = 0;
  let limit = Number.POSITIVE_INFINITY;
  let reached = () => {};
  const server = createServer((outside) => {
    if (hanging) return;
    const inside = connect(Number(port), host);
    proxy.keep(inside);
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
  const proxy = await listening(server);
  return {
    address: `127.0.0.1:${proxy.port}`,
    hang() {
      hanging = true;
    },
    open() {
      hanging = false;
      proxy.cut();
    },
    after: (bytes, what) =>
      new Promise((resolve) => {
        limit = passed + bytes;
        reached = () => {
          limit = Number.POSITIVE_INFINITY;
          if (what === 'hang') hanging = true;
          else proxy.cut();
          resolve();
        };
      }),
    passed: () => passed,
    close: proxy.close,
  };
}
