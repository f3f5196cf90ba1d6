import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** Whether something listens on this port of this machine already. */
export function portTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

/**
 * Ports that nothing listened on a moment ago, all different.
 *
 * They are held open together before they are given back, so that one call never names the same port twice.
 */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
      });
      return server;
    }),
  );
  const ports = held.map((server) => (server.address() as { port: number }).port);
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
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
