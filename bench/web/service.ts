/** A service with its web app, for Chromium. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../dev/processes/ports.ts';
import { startApi } from '../apis/process.ts';
import type { BenchContext } from '../bench.ts';
import { migratedDatabase, startServers, UNREACHED_LIMITS } from '../servers.ts';

/** Servers, and one API process that serves the web app. */
export async function openService(context: BenchContext, { files = false }: { files?: boolean } = {}) {
  const servers = await startServers(context, { durable: true });
  const { folder } = servers;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stored = join(folder, 'files');
  if (files) await mkdir(stored);
  const { variables, orm } = await migratedDatabase(servers, context, {
    FRONTEND_URL: origin,
    LOG_LEVEL: 'error',
    DEFAULT_PLAN: 'family',
    ...(files && { FILES_DIR: stored }),
    ...UNREACHED_LIMITS,
  });
  await startApi({ closing: context.closing, folder, env: variables, port });
  return { origin, orm, folder };
}
