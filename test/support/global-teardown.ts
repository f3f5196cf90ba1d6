/** Stops the servers if global-setup started them. */
export default async function tearDown(): Promise<void> {
  await globalThis.stopTestServers?.();
}
