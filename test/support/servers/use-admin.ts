import { beforeEach } from '@jest/globals';
import { Redis } from 'ioredis';
import { OperatorLog } from '../../../db/entities/operator-log.ts';
import { buildOwnerWithSuccessor } from '../builders/owner.ts';
import { adminCommand } from '../clients/admin-command.ts';
import { runScript } from '../clients/run-script.ts';
import { serviceVariables } from '../service-variables.ts';
import { use, useFolder } from '../use.ts';
import { servers } from './shared-servers.ts';
import { useApi } from './use-api.ts';

/** An operator's commands, and the service that they are for. Its owners and mails are removed before each test. */
export async function useAdmin() {
  // No prefix, because another process must find the same keys.
  const redis = await use(
    () => new Redis({ host: servers.redis.host, port: servers.redis.port }),
    (it) => it.disconnect(),
  );
  const api = await useApi({}, { redis, clock: Date.now });
  /** An empty data folder, so that only these variables are used. */
  const dataDir = useFolder('admin-');
  const variables = serviceVariables(api.config);
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
