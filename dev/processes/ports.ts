import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether something already listens on this port of this machine. */
export function portTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

/** Below the ports of outgoing connections, which could otherwise take a port before its server does. */
const LOWEST_PORT = 15_000;
const HIGHEST = 30_000;
/** Ports that this process has handed out. Their servers may not listen yet. */
const handedOut = new Set<number>();

/** Ports that nothing listens on, never the same one twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(LOWEST_PORT, HIGHEST);
    if (!handedOut.has(port)) {
      handedOut.add(port);
      if (!(await portTaken(port))) {
        ports.push(port);
      }
    }
  }
  return ports;
}

/** One free port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}
