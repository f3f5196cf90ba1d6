import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../cli/failure.ts';
import { identify, isAlive, type ProcessIdentity } from './identity.ts';
import type { ManagedProcess, ProcessRegistry } from './managed-process.ts';

/** The contents of a registry file: who supervises an instance, and every process they started. */
interface RegistryFile {
  owner: ProcessIdentity;
  started: { name: string; process: ProcessIdentity }[];
}

function read(path: string): RegistryFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RegistryFile;
  } catch {
    return undefined;
  }
}

/** The supervisor that a registry file names, if it is still alive. */
export function registryOwner(path: string): ProcessIdentity | undefined {
  const owner = read(path)?.owner;
  return owner && isAlive(owner) ? owner : undefined;
}

/**
 * Stops what a killed supervisor left running. A PID that now belongs to another process is left alone.
 *
 * @returns the names of what was stopped
 * @throws Failure when one of them cannot be stopped
 */
export async function stopLeftovers(path: string): Promise<string[]> {
  const left = (read(path)?.started ?? []).filter(({ process }) => isAlive(process));
  // Newest first: services before the servers they use.
  for (const { name, process: leftover } of left.toReversed()) {
    const deadline = performance.now() + 5_000;
    for (let signal: NodeJS.Signals = 'SIGTERM'; isAlive(leftover); ) {
      try {
        process.kill(-leftover.pid, signal);
      } catch {
        // It has just ended.
      }
      const until = performance.now() + (signal === 'SIGTERM' ? 2_000 : 200);
      while (isAlive(leftover) && performance.now() < until) await sleep(50);
      signal = 'SIGKILL';
      if (performance.now() > deadline) {
        throw new Failure(
          `${name}, left by an earlier start, is still running as process ${leftover.pid}: stop it first`,
        );
      }
    }
  }
  return left.map(({ name }) => name);
}

/** The registry of this supervisor. */
export interface OpenRegistry extends ProcessRegistry {
  /** Stops every process, services before the servers they use. Nothing can start after this. */
  stopAll(): Promise<void>;
  /** Removes the file, once everything has stopped. */
  close(): void;
}

/** Opens a new registry. Its file always says what runs now. */
export function openRegistry(path: string): OpenRegistry {
  const written: RegistryFile = { owner: identify(process.pid)!, started: [] };
  const processes: ManagedProcess[] = [];
  let closing = false;
  const save = () => {
    // Renamed into place, so that a kill leaves the old file or the new one, never half of it.
    writeFileSync(`${path}.new`, JSON.stringify(written, null, 2));
    renameSync(`${path}.new`, path);
  };
  save();
  return {
    get closing() {
      return closing;
    },
    enlist: (process) => void processes.push(process),
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
        await Promise.all(processes.filter((each) => each.kind === kind).map((each) => each.stop()));
      }
    },
    close: () => rmSync(path, { force: true }),
  };
}
