/** Drills: things break one after the other, each until the alert that names it is raised. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../dev/cli/failure.ts';
import { type ServiceOptions, startApi, startWorker } from '../dev/instance/services.ts';
import type { Instance } from '../dev/instance.ts';
import type { ManagedProcess } from '../dev/processes/managed-process.ts';
import { type PostgresServer, query, superuserOf } from '../dev/servers/postgres.ts';
import type { CampaignService, CertainOutage } from './evidence.ts';
import type { HostClock } from './host-clock.ts';
import { fillDisk, moveToSmallDisk, whyNoSmallDisk } from './small-disk.ts';
import type { TlsFront } from './tls-front.ts';

const MIB = 1024 ** 2;

/** What `/health` says. */
export interface HealthReport {
  status: string;
  checks: Record<string, { status: string; problem?: string | null }>;
}

export interface Drill {
  name: string;
  /** The alert that it has to raise. */
  alert: string;
  /** The service that is down during it; null if everything that owners depend on keeps working. */
  service: CertainOutage['service'] | null;
  /** Why this machine can't do it; null if it can. */
  impossible?(): Promise<string | null>;
  /** Prepares the drill, and leaves the service well. @returns a function that undoes it in the end */
  prepare?(): Promise<() => Promise<unknown>>;
  /** Breaks it. @returns a function that mends it */
  begin(): Promise<() => Promise<void>>;
  /** How long after the repair the last scenario may take to continue, in milliseconds; 0 if left out. */
  settlesMs?: number;
  /** Whether health names it. Left out if health says nothing about it. */
  isNamed?(report: HealthReport): boolean;
}

/** The secrets that replace those of the instance. */
export const newSecrets = () => ({
  JWT_SECRET: randomBytes(64).toString('base64'),
  ACTIVITY_HMAC_SECRET: randomBytes(64).toString('base64'),
});

export interface DrillOptions {
  instance: Instance;
  processes: Record<CampaignService, ManagedProcess>;
  front: TlsFront;
  /** Null where clocks can't be set. */
  clock: HostClock | null;
  secrets: ReturnType<typeof newSecrets>;
  /** Registers a process to stop at the end. */
  started(process: ManagedProcess): void;
}

/** Which database of the health report is down, and why. */
const databaseIs = (problem: string) => (report: HealthReport) =>
  report.status === 'down' && report.checks.database?.problem === problem;
const isDegraded = (check: string) => (report: HealthReport) =>
  report.status === 'degraded' && report.checks[check]?.status !== 'up';

/** More than fits into the existing segments of the log. */
const MOST_LOG_MIB = 1_024;

/**
 * Writes to PostgreSQL's log until there is no room for more, which would take an ordinary service hours. Then
 * PostgreSQL ends, and can't start again.
 */
async function useUpLog(server: PostgresServer): Promise<void> {
  for (let written = 0; written < MOST_LOG_MIB; written += 1) {
    const message = `select pg_logical_emit_message(false, 'drill', repeat('x', ${MIB}))`;
    const isWritten = await query(superuserOf(server), message).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
  }
  throw new Failure('the database goes on writing although its disk is full');
}

/** All of them, in the order in which they are played. The last replaces the processes of the service. */
export function planDrills(options: DrillOptions): Drill[] {
  const { instance, processes, front, clock } = options;
  const { folder, servers } = instance;
  const postgres = processes.postgres;

  const cluster = async (): Promise<string> => {
    const { rows } = await query(superuserOf(servers.postgres!), 'show data_directory');
    return String(rows[0].data_directory);
  };
  const restart = async (process: ManagedProcess, meanwhile: () => Promise<unknown>) => {
    await process.kill();
    await meanwhile();
    await process.start();
  };

  return [
    {
      name: 'the mail server’s certificate has expired',
      alert: 'VaultMailCertificateExpired',
      service: 'mail',
      async begin() {
        front.present('expired');
        return async () => front.present('valid');
      },
      isNamed: ({ checks }) => checks.mail?.problem === 'certificate_expired',
    },
    {
      name: 'Redis is gone',
      alert: 'VaultRedisDown',
      service: 'redis',
      async begin() {
        await processes.redis.kill();
        return () => processes.redis.start();
      },
      isNamed: isDegraded('cache'),
    },
    {
      name: 'the disk of files is full',
      alert: 'VaultFilesFull',
      service: null,
      impossible: whyNoSmallDisk,
      async begin() {
        const moveBack = await moveToSmallDisk(join(folder, 'files'), 100 * MIB);
        const empty = await fillDisk(join(folder, 'files'));
        return async () => {
          await empty();
          await moveBack();
        };
      },
      isNamed: ({ status, checks }) => status === 'degraded' && checks.files?.problem === 'disk_full',
    },
    {
      name: 'the database’s disk is full',
      alert: 'VaultDatabaseStoresNothing',
      service: 'postgres',
      impossible: whyNoSmallDisk,
      async prepare() {
        const data = await cluster();
        let moveBack = async () => {};
        await restart(postgres, async () => {
          moveBack = await moveToSmallDisk(data, 32 * MIB);
        });
        return () => restart(postgres, moveBack);
      },
      async begin() {
        const empty = await fillDisk(await cluster());
        await useUpLog(servers.postgres!);
        return () => restart(postgres, empty);
      },
      isNamed: ({ status, checks }) => status === 'down' && checks.database?.status === 'down',
    },
    {
      name: 'the database is in recovery',
      alert: 'VaultDatabaseStoresNothing',
      service: 'postgres',
      async begin() {
        const signal = join(await cluster(), 'standby.signal');
        await restart(postgres, () => writeFile(signal, ''));
        return () => restart(postgres, () => rm(signal));
      },
      isNamed: databaseIs('read_only'),
    },
    {
      name: 'all clocks are an hour back',
      alert: 'VaultClockWrong',
      service: 'clock',
      impossible: async () => (clock ? null : 'faketime isn’t installed'),
      async begin() {
        await clock?.set(-3_600);
        return async () => clock?.set(0);
      },
      isNamed: ({ status, checks }) => status === 'down' && checks.clock?.status === 'down',
    },
    {
      name: 'Temporal moves to other data',
      alert: 'VaultNobodyPolls',
      service: 'temporal',
      async begin() {
        await processes.temporal.kill();
        return async () => {
          const data = join(folder, 'temporal');
          await rm(data, { recursive: true });
          await restart(processes.worker, async () => {
            await mkdir(data);
            await processes.temporal.start();
          });
        };
      },
      isNamed: isDegraded('queues'),
      // A switch that wasn't due yet gets its workflow back with the first run of reconcile after it is due.
      settlesMs: 5 * 60_000,
    },
    rotation(options),
  ];
}

/**
 * Rotates the secrets, first wrongly, so that the worker isn't given the former one, and then as docs/operations.md
 * says.
 */
function rotation({ instance, processes, clock, front, secrets, started }: DrillOptions): Drill {
  const { api, env, folder } = instance;
  const withEnv = (more: Record<string, string>): ServiceOptions => ({
    env: { ...env, ...front.variables, ...clock?.env, ...more },
    folder,
    inspect: undefined,
  });
  const rotated = withEnv({
    ...secrets,
    JWT_SECRET_PREVIOUS: env.JWT_SECRET ?? '',
    ACTIVITY_HMAC_SECRET_PREVIOUS: env.ACTIVITY_HMAC_SECRET ?? '',
  });
  const replace = async (service: 'api' | 'worker', start: () => Promise<ManagedProcess>) => {
    await processes[service].stop();
    processes[service] = await start();
    started(processes[service]);
  };
  return {
    name: 'secrets are replaced, at first without the former one',
    alert: 'VaultLogUnverifiable',
    service: 'worker',
    async begin() {
      const { ACTIVITY_HMAC_SECRET } = secrets;
      await replace('worker', () => startWorker(withEnv({ ACTIVITY_HMAC_SECRET })));
      return async () => {
        await replace('api', () => startApi(api, rotated));
        await replace('worker', () => startWorker(rotated));
      };
    },
  };
}
