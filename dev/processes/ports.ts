import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Why nothing can listen on this port at this address, as a code of the system, or undefined if it can. */
function obstacle(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Whether something already listens on this port of this machine. */
export async function portTaken(port: number): Promise<boolean> {
  if (await obstacle(port, '127.0.0.1')) return true;
  // Browsers try it first for `localhost`. A machine without IPv6 has no such address.
  return (await obstacle(port, '::1')) === 'EADDRINUSE';
}

/** Each of Jest's workers has a share, so that no two hand out the same port before its server listens. */
const SHARE = 1_500;
/** Below the ports of outgoing connections, which could otherwise take a port before its server does. */
const LOWEST_PORT = 15_000 + (Number(process.env.JEST_WORKER_ID ?? 0) % 10) * SHARE;
/** Ports that this process has handed out. Their servers may not listen yet. */
const handedOut = new Set<number>();

/** Ports that nothing listens on, never the same one twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(LOWEST_PORT, LOWEST_PORT + SHARE);
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
