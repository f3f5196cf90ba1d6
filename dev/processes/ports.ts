import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from '../cli/failure.ts';

/** Whether something listens on this port of this machine already. */
export function portTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

/** Below the range that systems take outgoing connections from: one of those could get a port before its server. */
const LOWEST = 15_000;
const HIGHEST = 30_000;
/** What was named in this process already; its server may not have begun to listen. */
const named = new Set<number>();

/** Ports that nothing listened on a moment ago, never the same twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!named.has(port)) {
      named.add(port);
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

/**
 * Promises that nothing listens on the port.
 *
 * @param what who wants it, such as "PostgreSQL"
 * @param instead what to do when it is taken, such as "choose another with --postgres-port"
 * @throws Failure when it is taken
 */
export async function claimPort(port: number, what: string, instead: string): Promise<void> {
  if (await portTaken(port)) {
    throw new Failure(`Port ${port}, wanted for ${what}, is taken: ${instead}`);
  }
}
