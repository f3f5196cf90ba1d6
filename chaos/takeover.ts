/** A replica that lagged behind takes over for good: what the primary acknowledged in its last seconds is lost. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silent } from '../dev/cli/progress.ts';
import { type PostgresServer, startPostgres } from '../dev/servers/postgres.ts';
import { caughtUp, makeStandby, promote } from '../dev/servers/standby.ts';
import type { CampaignDatabase } from './database.ts';
import type { Takeover } from './evidence.ts';
import type { SingleFault } from './faults.ts';
import type { Seeded } from './seeded.ts';
import type { SharedLock } from './shared-lock.ts';

/** How long the replica hears nothing before its primary is lost. */
const LAG_MS = [3_000, 5_000] as const;
/** How many other faults come first, once all owners have begun. */
const AFTER_FAULTS = [0, 2] as const;
/** Files may disappear from under the copy. */
const COPIES = 5;
/** How long it waits for the service to notice. */
const NOTICED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

export interface TakeoverOptions {
  primary: PostgresServer;
  /** For the replica's data. */
  folder: string;
  /** Variables that give it the clock of its primary. */
  clock: NodeJS.ProcessEnv | undefined;
  database: Pick<CampaignDatabase, 'startedOverAfter' | 'completed'>;
  /** Held alone from the first act that may be lost until the service has noticed. */
  undivided: SharedLock;
  /**
   * Whether nobody is still opening an account. A takeover could lose what was acknowledged there, and no scenario
   * begins again.
   */
  settled(): boolean;
  signal: AbortSignal;
}

export interface TakeoverFault extends SingleFault {
  readonly takeover: Takeover | null;
  /** Stops the replica. */
  stop(): Promise<void>;
}

export function takeoverFault(
  chance: Seeded,
  { primary, folder, clock, database, undivided, settled, signal }: TakeoverOptions,
): TakeoverFault {
  const lagMs = chance.between(...LAG_MS);
  let faultsLeft = chance.whole(...AFTER_FAULTS);
  let replica: PostgresServer | null = null;
  let takeover: Takeover | null = null;
  const pause = (ms: number) => sleep(ms, undefined, { signal });

  const start = (dataDir: string, port?: number) =>
    startPostgres({ dataDir, port, durable: false, env: clock && { ...process.env, ...clock }, say: silent });

  /** @returns its data folder */
  async function copy(): Promise<string> {
    for (let n = 1; ; n += 1) {
      signal.throwIfAborted();
      const dataDir = join(folder, `replica-${n}`);
      const made = makeStandby(primary, dataDir);
      if (n === COPIES) await made;
      const done = await made.then(
        () => true,
        () => false,
      );
      if (done) return dataDir;
    }
  }

  async function noticed(since: number): Promise<number | null> {
    while (Date.now() < since + NOTICED_WITHIN_MS) {
      if (await database.startedOverAfter(since).catch(() => false)) return Date.now();
      await pause(LOOK_EVERY_MS);
    }
    return null;
  }

  return {
    service: 'postgres',
    get takeover() {
      return takeover;
    },
    isDue() {
      if (!settled()) return false;
      faultsLeft -= 1;
      return faultsLeft < 0;
    },
    async inject() {
      const dataDir = await copy();
      replica = await start(dataDir);
      return undivided.alone(async () => {
        const lostFrom = Date.now();
        await caughtUp(primary, replica!);
        await replica!.stop();
        await pause(lagMs);
        await primary.process.kill();
        const from = Date.now();
        replica = await start(dataDir, primary.port);
        const to = Date.now();
        await promote(replica);
        const backAt = Date.now();
        takeover = { lostFrom, killedAt: from, promotedAt: to, upAt: backAt, noticedAt: null, completed: [] };
        const noticedAt = await noticed(to);
        takeover = { ...takeover, noticedAt, completed: await database.completed() };
        return { outage: { service: 'postgres', from, to, backAt }, process: replica.process };
      });
    },
    async stop() {
      await replica?.stop();
    },
  };
}
