/** One clock for PostgreSQL, API and worker, as on one host, which a campaign can set: libfaketime, from a file. */
import { chmod, glob, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../dev/cli/failure.ts';

const LIBRARIES = '/usr/{lib,lib/*,lib64,local/lib}/faketime/libfaketimeMT.so.1';

export interface HostClock {
  /**
   * Variables for the processes that follow it. Not for Redis, which never starts with the library, nor for Temporal,
   * whose clock the library doesn't reach.
   */
  env: NodeJS.ProcessEnv;
  /** Sets it this far ahead of the right time, in seconds, for every process at once. */
  set(aheadSeconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** The library on this machine; null if it isn't installed. */
export async function findFaketime(): Promise<string | null> {
  for await (const path of glob(LIBRARIES)) return path;
  return null;
}

/** @throws Failure if libfaketime isn't installed */
export async function openHostClock(): Promise<HostClock> {
  const library = await findFaketime();
  if (!library) {
    throw new Failure(
      'The clocks of a campaign jump with libfaketime: install the package faketime, or use --without clock',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'host-clock-'));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  const file = join(folder, 'ahead');
  const set = async (aheadSeconds: number) => {
    // Renamed into place, so that nobody reads half of it.
    await writeFile(`${file}.new`, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}`, { mode: 0o644 });
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A clock that is set doesn't change how time passes.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove: () => rm(folder, { recursive: true }),
  };
}
