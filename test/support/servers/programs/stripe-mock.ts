import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Say } from '../../../../dev/cli/progress.ts';
import { startProcess } from '../../../../dev/processes/managed-process.ts';
import { freePort } from '../../../../dev/processes/ports.ts';
import { untilReady } from '../../../../dev/processes/ready.ts';
import { cached } from '../../../../dev/programs/cache.ts';
import { buildGoProgram, type GoProgram } from '../../../../dev/programs/go.ts';
import { onPath } from '../../../../dev/programs/run-program.ts';
import {
  inDataFolder,
  type LocalServer,
  type ServerOptions,
  type SettledOptions,
} from '../../../../dev/servers/server.ts';

/**
 * Stripe's own double of its API. It checks every request against Stripe's OpenAPI document and keeps nothing. This
 * newest version has the document of 2026-08-26, one release older than the one the `stripe` package uses.
 */
const MOCK: GoProgram = {
  what: 'stripe-mock',
  module: 'github.com/stripe/stripe-mock',
  version: 'v0.203.0',
  takes: 'a minute',
  instead: 'install stripe-mock (https://github.com/stripe/stripe-mock) or Go',
};

/** The one on PATH, else the one kept from last time, else built. */
const stripeMockProgram = async (say: Say): Promise<string> =>
  (await onPath('stripe-mock')) ??
  cached(`stripe-mock-${MOCK.version}`, say, (scratch) => buildGoProgram(MOCK, scratch, say));

/**
 * Starts stripe-mock on 127.0.0.1, for tests of billing.
 *
 * @throws Failure when there is none and none can be built
 */
export function startStripeMock(options: ServerOptions): Promise<LocalServer> {
  return inDataFolder(options, startIn);
}

async function startIn(options: SettledOptions<ServerOptions>): Promise<LocalServer> {
  const { dataDir } = options;
  const command = await stripeMockProgram(options.say);
  const port = options.port ?? (await freePort());
  const cwd = join(dataDir, 'stripe-mock');
  await mkdir(cwd, { recursive: true });
  const managed = await startProcess({
    name: 'stripe-mock',
    kind: 'server',
    command,
    // Otherwise it would also serve HTTPS, always on the same port, which only one process can have.
    args: ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'],
    cwd,
    logFile: join(dataDir, 'logs', 'stripe-mock.log'),
    stopWithinMs: 1_300,
    // Any answer shows that it is up. Without a key it is a 401.
    ready: (signal) =>
      untilReady(() => fetch(`http://127.0.0.1:${port}/v1/prices`), 'stripe-mock', { signal }),
    registry: options.registry,
    restart: options.restart,
  });
  return { host: '127.0.0.1', port, process: managed, stop: () => managed.stop() };
}
