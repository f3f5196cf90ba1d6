import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { identify, isAlive, type ProcessIdentity } from './identity.ts';
import type { ManagedProcess, ProcessRegistry } from './managed-process.ts';

/** What a ledger file says: who runs an instance, and every process they started. */
interface Written {
  owner: ProcessIdentity;
  started: { name: string; process: ProcessIdentity }[];
}

function read(path: string): Written | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Written;
  } catch {
    return undefined;
  }
}

/** Who runs the instance that this ledger belongs to, if they still live. */
export function ledgerOwner(path: string): ProcessIdentity | undefined {
  const owner = read(path)?.owner;
  return owner && isAlive(owner) ? owner : undefined;
}

/**
 * Stops what an owner that was killed left running, as its ledger tells. A PID that belongs to another process
 * by now is left alone.
 *
 * @returns the names of what was stopped
 * @throws Failure when one of them cannot be stopped
 */
export async function stopLeftovers(path: string): Promise<string[]> {
  const left = (read(path)?.started ?? []).filter(({ process }) => isAlive(process));
  // Newest first: the service before the servers it uses.
  for (const { name, process: leftover } of left.toReversed()) {
    const deadline = performance.now() + 5_000;
    for (let signal: NodeJS.Signals = 'SIGTERM'; isAlive(leftover); ) {
      try {
        process.kill(-leftover.pid, signal);
      } catch {
        // Gone between the question and the signal.
      }
      const until = performance.now() + (signal === 'SIGTERM' ? 2_000 : 200);
      while (isAlive(leftover) && performance.now() < until) {
        await sleep(50);
      }
      signal = 'SIGKILL';
      if (performance.now() > deadline) {
        throw new Failure(`${name} of an earlier start still runs as process ${leftover.pid}: stop it first`);
      }
    }
  }
  return left.map(({ name }) => name);
}

/** A ledger of this process's own. */
export interface OpenLedger extends ProcessRegistry {
  /** Stops every piece, services before the servers they use, and lets nothing start any more. */
  stopAll(): Promise<void>;
  /** Forgets it; for when all has stopped. */
  close(): void;
}

/** A new ledger, in a file that says after every change what runs. */
export function openLedger(path: string): OpenLedger {
  const written: Written = { owner: identify(process.pid)!, started: [] };
  const pieces: ManagedProcess[] = [];
  let closing = false;
  const save = () => {
    // Written aside and renamed, so that a kill in between leaves the last whole one.
    writeFileSync(`${path}.new`, JSON.stringify(written, null, 2));
    renameSync(`${path}.new`, path);
  };
  save();
  return {
    get closing() {
      return closing;
    },
    enlist: (piece) => void pieces.push(piece),
    add(name, process) {
      written.started.push({ name, process });
      save();
    },
    remove(process) {
      written.started = written.started.filter(({ process: other }) => other.pid !== process.pid);
      save();
    },
    async stopAll() {
      closing = true;
      for (const kind of ['service', 'server'] as const) {
        await Promise.all(pieces.filter((piece) => piece.kind === kind).map((piece) => piece.stop()));
      }
    },
    close: () => rmSync(path, { force: true }),
  };
}
