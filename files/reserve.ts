/** What uploads and backups leave free on their disk, because PostgreSQL may be on the same one. */
import { statfs } from 'node:fs/promises';

/** Bytes of a disk. */
export interface DiskSpace {
  free: number;
  total: number;
}

const RESERVED_SHARE = 0.05;
const MOST_RESERVED = 2_000_000_000;

/** @returns null if the file system doesn't report its size, as some network mounts don't */
export async function spaceOf(folder: string): Promise<DiskSpace | null> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? null : { free: bavail * bsize, total: blocks * bsize };
}

/** How many bytes fit beside the reserve; Infinity if the space isn't known. */
export const roomIn = (space: DiskSpace | null): number =>
  space ? Math.max(0, space.free - Math.min(RESERVED_SHARE * space.total, MOST_RESERVED)) : Infinity;
