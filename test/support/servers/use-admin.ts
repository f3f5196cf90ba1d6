import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Redis } from 'ioredis';
import { OperatorLog } from '../../../db/entities/operator-log.ts';
import { buildOwnerWithSuccessor } from '../builders/owner.ts';
import { adminCommand } from '../clients/admin-command.ts';
import { runScript } from '../clients/run-script.ts';
import { serviceVariables } from '../service-variables.ts';
import { servers } from './shared-servers.ts';
import { useApi } from './use-api.ts';

/** An operator's commands, and the service that they are for. Its owners and mails are removed before each test. */
export function useAdmin() {
  // No prefix, because another process must find the same keys.
  const redis = new Redis({ host: servers.redis.host, port: servers.redis.port });
  const api = useApi({}, { redis, clock: Date.now });
  /** An empty data folder, so that only these variables count. */
  const dataDir = mkdtempSync(join(tmpdir(), 'admin-'));
  const variables: Record<string, string> = {};
  beforeAll(() => {
    Object.assign(variables, serviceVariables(api.config));
  });
  afterAll(async () => {
    redis.disconnect();
    await rm(dataDir, { recursive: true });
  });
  /** The commands use the real clock, so the tests build everything in its past. */
  beforeEach(async () => {
    api.clock.now = Date.now() - 30 * 86_400_000;
    for (const table of ['"user"', 'mail', 'outbox']) await api.em().execute(`delete from ${table}`);
  });
  return {
    api,
    dataDir,
    variables,
    admin: (...args: string[]) => adminCommand([...args, '--data', dataDir], variables),
    /** The same as a program, which has no terminal to ask on. */
    program: (args: string[], env = variables) => runScript('admin', [...args, '--data', dataDir], env),
    lastEntry: async () => (await api.em().find(OperatorLog, {}, { orderBy: { id: 'desc' }, limit: 1 }))[0],
    armedOwner: () => buildOwnerWithSuccessor(api),
  };
}
