/** The compared servers: the API in production mode and the baseline, on the same PostgreSQL and Redis. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { MALLOC, startApi } from '../../dev/instance/services.ts';
import { type ManagedProcess, startProcess } from '../../dev/processes/managed-process.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { untilReady } from '../../dev/processes/ready.ts';
import { query } from '../../dev/servers/postgres.ts';
import type { BaselineSettings } from '../baseline/sessions.ts';
import type { BenchContext } from '../bench.ts';
import { productionDatabase, startServers, UNREACHED_LIMITS } from '../servers.ts';
import { giveCore, type Machine } from './machine.ts';
import { type BenchOwner, makeOwners } from './owners.ts';

export type ServerName = 'api' | 'baseline';

export interface BenchServer {
  name: ServerName;
  port: number;
  pid: number;
  /** Owners of its own, because the baseline remembers where their activity logs end. */
  owners: BenchOwner[];
}

export interface ComparedServers {
  servers: Record<ServerName, BenchServer>;
  /** The first of PostgreSQL's processes. */
  postgresPid: number;
  versions: { postgres: string; redis: string };
  /** Deletes the entries that were created since the start, so that every measurement starts with the same rows. */
  deleteNewEntries(): Promise<void>;
}

/**
 * @param owners how many each server has
 * @param promises whether the baseline's writes keep the API's promises
 * @param profiles a folder for processor profiles, written when the servers stop
 */
export async function startCompared(
  context: BenchContext,
  machine: Machine,
  { owners: count, promises, profiles }: { owners: number; promises: boolean; profiles: string | undefined },
): Promise<ComparedServers> {
  const { say } = context;
  const servers = await startServers(context, { durable: true });
  const { folder, registry, postgres } = servers;
  const [apiPort, baselinePort] = [await freePort(), await freePort()];
  const { variables, config, em, redis } = await productionDatabase(servers, context, {
    ...UNREACHED_LIMITS,
    API_PORT: String(apiPort),
    SMTP_HOST: '127.0.0.1',
    SMTP_FROM: 'Vault Handover <vault@bench.test>',
  });

  say(`making ${2 * count} owners`);
  const owners = await makeOwners(em, redis, config, 2 * count);
  await em.execute('analyze');

  say('starting the API and the baseline');
  const { host, port, user, password } = postgres;
  const address = { host, port, user, password, database: config.DB_NAME };
  const settings: BaselineSettings = {
    port: baselinePort,
    database: address,
    redis: servers.redis,
    jwtSecret: config.JWT_SECRET,
    activitySecret: config.ACTIVITY_HMAC_SECRET,
    promises,
  };
  const settingsFile = join(folder, 'baseline.json');
  await writeFile(settingsFile, JSON.stringify(settings), { mode: 0o600 });
  const options = profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {};
  const env = { ...baseEnv(), ...options };
  const api = await startApi(`http://127.0.0.1:${apiPort}`, {
    env: { ...env, ...variables },
    folder,
    registry,
    inspect: false,
  });
  const baseline = await startProcess({
    name: 'The baseline',
    kind: 'service',
    command: process.execPath,
    args: ['bench/baseline/main.ts', settingsFile],
    cwd: checkout,
    // Password hashes mostly fill memory, so both allocate it in the same way.
    env: { ...MALLOC, ...env, NODE_ENV: 'production' },
    logFile: join(folder, 'logs', 'baseline.log'),
    registry,
    ready: (signal) =>
      untilReady(async () => (await fetch(`http://127.0.0.1:${baselinePort}/health`)).ok, 'The baseline', {
        signal,
      }),
  });
  const server = async (name: ServerName, { pid = 0 }: ManagedProcess, at: number, from: number) => {
    await giveCore(machine, pid);
    return { name, port: at, pid, owners: owners.slice(from, from + count) };
  };
  const { rows } = await query(address, 'show server_version');
  const info = await redis.info('server');
  return {
    servers: {
      api: await server('api', api, apiPort, 0),
      baseline: await server('baseline', baseline, baselinePort, count),
    },
    postgresPid: postgres.process.pid ?? 0,
    versions: {
      postgres: rows[0].server_version,
      redis: info.match(/(?:redis|valkey)_version:(\S+)/)?.[1] ?? 'unknown',
    },
    async deleteNewEntries() {
      await query(address, `delete from vault_entry where created_at > now() - interval '1 day'`);
      await query(address, 'vacuum analyze vault_entry');
    },
  };
}
