import { chmod, mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerOwner, type OpenLedger, openLedger, stopLeftovers } from './process-registry.ts';

const PREFIX = 'vault-handover-';
const LEDGER = 'running.json';

/** Removes a folder of data, and the database files it may only link to. */
export async function removeData(folder: string): Promise<void> {
  const linked = await readlink(join(folder, 'postgres')).catch(() => undefined);
  for (const path of [linked, folder]) {
    if (path) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * Stops and removes what runs that were killed left in the folder of temporary files.
 *
 * @param newbornMs younger folders without a ledger are spared: they may be about to get one
 */
export async function sweep(parent = tmpdir(), newbornMs = 60_000): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    const about = name.startsWith(PREFIX) && (await stat(folder).catch(() => undefined));
    if (!about || about.uid !== process.getuid?.() || Date.now() - about.ctimeMs < newbornMs) {
      continue;
    }
    const ledger = join(folder, LEDGER);
    if (!ledgerOwner(ledger)) {
      await stopLeftovers(ledger);
      await removeData(folder);
    }
  }
}

/** A folder for one run, with the ledger of what runs in it. */
export interface ThrowAway {
  folder: string;
  ledger: OpenLedger;
  /** Stops all that runs in it, then removes it. */
  end(): Promise<void>;
}

/**
 * A new folder for data that nobody needs afterwards. Other users, such as PostgreSQL's, can pass through it.
 *
 * Also clears away what earlier runs left that were killed before they could do so themselves.
 */
export async function throwAwayFolder(): Promise<ThrowAway> {
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(folder, 0o711);
  const ledger = openLedger(join(folder, LEDGER));
  return {
    folder,
    ledger,
    async end() {
      await ledger.stopAll();
      await removeData(folder);
    },
  };
}
