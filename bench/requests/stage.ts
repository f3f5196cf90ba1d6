/** What is measured: the API in production mode and the floor, with the same PostgreSQL, Redis and kind of owners. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { databaseOf, loadConfig } from '../../config.ts';
import { openDatabase } from '../../db/orm.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { surroundings } from '../../dev/instance/environment.ts';
import { MALLOC, startApi } from '../../dev/instance/services.ts';
import { temporaryFolder } from '../../dev/processes/data-folder.ts';
import { type ManagedProcess, startProcess } from '../../dev/processes/managed-process.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { untilReady } from '../../dev/processes/ready.ts';
import { query, startPostgres } from '../../dev/servers/postgres.ts';
import { startRedis } from '../../dev/servers/redis.ts';
import type { FloorSettings } from '../floor/sessions.ts';
import { giveCore, type Machine } from './machine.ts';
import { type BenchOwner, makeOwners } from './owners.ts';

export type ServerName = 'ours' | 'floor';

export interface BenchServer {
  name: ServerName;
  port: number;
  pid: number;
  /** Only its own, because the floor remembers where their activity logs end. */
  owners: BenchOwner[];
}

export interface Stage {
  servers: Record<ServerName, BenchServer>;
  /** The first of PostgreSQL's processes. */
  postgresPid: number;
  versions: { postgres: string; redis: string };
  /** Deletes the entries that were created since the start, so that the next measurement finds what the first one did. */
  deleteNewEntries(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'bench';
const DAY = 86_400_000;
const secret = () => randomBytes(64).toString('base64');

/**
 * @param owners how many each server has
 * @param promises whether the floor's writes keep what the API promises
 * @param profiles a folder for processor profiles, written when the servers stop
 */
export async function openStage(
  machine: Machine,
  {
    owners: count,
    promises,
    profiles,
    say,
  }: { owners: number; promises: boolean; profiles: string | undefined; say: Say },
): Promise<Stage> {
  const { folder, registry, end } = await temporaryFolder();
  try {
    say('starting PostgreSQL and Redis');
    const servers = { dataDir: folder, registry, say };
    const [postgres, redis] = await Promise.all([startPostgres(servers), startRedis(servers)]);
    await postgres.ensureDatabase(DATABASE);
    const { host, port, user, password } = postgres;
    const address = { host, port, user, password, database: DATABASE };
    const [apiPort, floorPort] = [await freePort(), await freePort()];
    const variables = {
      NODE_ENV: 'production',
      API_PORT: String(apiPort),
      FRONTEND_URL: 'https://vault.bench.test',
      JWT_SECRET: secret(),
      ACTIVITY_HMAC_SECRET: secret(),
      // Nothing is refused, but everything is counted.
      RATE_LIMIT_SCALE: '1000000',
      SMTP_HOST: '127.0.0.1',
      SMTP_FROM: 'Vault Handover <vault@bench.test>',
      DB_HOST: host,
      DB_PORT: String(port),
      DB_NAME: DATABASE,
      DB_USER: user,
      DB_PASSWORD: password,
      REDIS_HOST: redis.host,
      REDIS_PORT: String(redis.port),
    };
    const config = loadConfig(variables);

    say(`making ${2 * count} owners`);
    const owners = await fill(config, 2 * count);

    say('starting the API and the floor');
    const settings: FloorSettings = {
      port: floorPort,
      database: address,
      redis: { host: redis.host, port: redis.port },
      jwtSecret: config.JWT_SECRET,
      activitySecret: config.ACTIVITY_HMAC_SECRET,
      promises,
    };
    const settingsFile = join(folder, 'floor.json');
    await writeFile(settingsFile, JSON.stringify(settings), { mode: 0o600 });
    const options = profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {};
    const env = { ...surroundings(), ...options };
    const api = await startApi(`http://127.0.0.1:${apiPort}`, {
      env: { ...env, ...variables },
      folder,
      registry,
      inspect: false,
    });
    const floor = await startProcess({
      name: 'The floor',
      kind: 'service',
      command: process.execPath,
      args: ['bench/floor/main.ts', settingsFile],
      cwd: checkout,
      // A password hash costs what memory costs, so both get theirs in the same way.
      env: { ...MALLOC, ...env, NODE_ENV: 'production' },
      logFile: join(folder, 'logs', 'floor.log'),
      registry,
      ready: (signal) =>
        untilReady(async () => (await fetch(`http://127.0.0.1:${floorPort}/health`)).ok, 'The floor', {
          signal,
        }),
    });
    const server = async (name: ServerName, { pid = 0 }: ManagedProcess, port: number, from: number) => {
      await giveCore(machine, pid);
      return { name, port, pid, owners: owners.slice(from, from + count) };
    };
    const { rows } = await query(address, 'show server_version');
    const client = new Redis({ host: redis.host, port: redis.port, lazyConnect: true });
    const info = await client.info('server');
    client.disconnect();
    return {
      servers: {
        ours: await server('ours', api, apiPort, 0),
        floor: await server('floor', floor, floorPort, count),
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
      stop: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Migrates the database and makes the owners. */
async function fill(config: ReturnType<typeof loadConfig>, count: number): Promise<BenchOwner[]> {
  const orm = await openDatabase(databaseOf(config), 2);
  const redis = new Redis({ host: config.REDIS_HOST, port: config.REDIS_PORT });
  try {
    await orm.migrator.up();
    const em = orm.em.fork();
    const now = Date.now();
    // Everything was always up, so no outage is credited.
    await em.execute(
      `insert into liveness (id, service, started_at, beat_at)
       select gen_random_uuid(), service, ?, ? from unnest(array['api', 'mail']) service`,
      [new Date(now - 100 * DAY), new Date(now)],
    );
    const owners = await makeOwners(em, redis, config, count);
    await em.execute('analyze');
    return owners;
  } finally {
    redis.disconnect();
    await orm.close(true);
  }
}
