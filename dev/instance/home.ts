import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../servers/failure.ts';
import { ledgerOwner, type OpenLedger, openLedger, stopLeftovers } from '../servers/process-registry.ts';
import type { Say } from '../servers/progress.ts';
import { throwAwayFolder } from '../servers/throw-away.ts';

/** Where an instance keeps its data, and the ledger of what runs. */
export interface Home {
  folder: string;
  throwAway: boolean;
  ledger: OpenLedger;
  /** Stops all that runs in it; a throw-away one is removed. */
  end(): Promise<void>;
}

/**
 * Opens an instance's home. What an earlier start left running because it was killed is stopped first.
 *
 * @param dataDir left out: a throw-away one
 * @throws Failure when the instance runs already
 */
export async function openHome(dataDir: string | undefined, say: Say): Promise<Home> {
  if (dataDir === undefined) {
    return { throwAway: true, ...(await throwAwayFolder()) };
  }
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'running.json');
  const owner = ledgerOwner(path);
  if (owner) {
    throw new Failure(
      `An instance with its data in ${dataDir} already runs as process ${owner.pid}: stop it with Ctrl-C where it runs, or start another one with --data <folder> --free-ports`,
    );
  }
  const left = await stopLeftovers(path);
  if (left.length > 0) {
    say(`stopped what an earlier start had left running: ${left.join(', ')}`);
  }
  const ledger = openLedger(path);
  return {
    folder: dataDir,
    throwAway: false,
    ledger,
    async end() {
      await ledger.stopAll();
      ledger.close();
    },
  };
}
