import { TEST_SERVERS_VARIABLE } from './servers/addresses.ts';

/** Stops the servers if global-setup.mts started them. */
export default async function tearDown(): Promise<void> {
  if (!globalThis.stopTestServers) return;
  await globalThis.stopTestServers();
  // In watch mode the next run starts its own.
  delete process.env[TEST_SERVERS_VARIABLE];
  globalThis.stopTestServers = undefined;
}
