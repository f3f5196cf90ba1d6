import { join } from 'node:path';
import { type ManagedProcess, startProcess } from '../processes/managed-process.ts';
import { untilReady } from '../processes/ready.ts';
import { checkout } from './checkout.ts';
import type { ServiceOptions } from './services.ts';

/**
 * Starts Vite's development server, which passes the API's requests on to it.
 *
 * @param api where the API listens
 */
export const startLiveWebApp = (
  port: number,
  api: string,
  { env, folder, registry, restart }: ServiceOptions,
): Promise<ManagedProcess> =>
  startProcess({
    name: 'Web app',
    kind: 'service',
    command: process.execPath,
    args: [join('dev', 'programs', 'vite-server.ts'), String(port), api],
    cwd: checkout,
    env,
    logFile: join(folder, 'logs', 'web-app.log'),
    ready: (signal) =>
      untilReady(async () => (await fetch(`http://127.0.0.1:${port}/`)).ok, 'The web app', { signal }),
    registry,
    restart,
  });
