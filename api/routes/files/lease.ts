/** Lets one request at a time write a file, across all processes. */
import { randomUUID } from 'node:crypto';
import type { FileRow } from '../../../db/entities/file.ts';
import {
  extendLease,
  type FileKey,
  findFile,
  LEASE_MS,
  type Lease,
  releaseLease,
  takeLease,
} from '../../../db/files.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import type { ApiDeps } from '../../deps.ts';
import { notFound, Problem } from '../../http/errors.ts';

const EXTEND_EVERY_MS = LEASE_MS / 4;

export interface LeasedFile extends Lease {
  file: FileRow;
  /** @throws Problem `file_locked` once another request may write the file */
  check(): void;
}

const locked = () =>
  new Problem('file_locked', undefined, { retryAfter: Math.ceil(EXTEND_EVERY_MS / 1_000) });

const currentTime = async ({ clock }: Pick<ApiDeps, 'clock'>) => new Date(await clock());

/**
 * Writes an unfinished file. The lease is extended until `work` is done.
 *
 * @throws Problem `not_found`; `offset_mismatch` if it is finished; `file_locked` while another request writes it
 */
export async function withLease<T>(
  deps: ApiDeps,
  em: EntityManager,
  key: FileKey,
  work: (leased: LeasedFile) => Promise<T>,
): Promise<T> {
  const lease = { ...key, writer: randomUUID() };
  const now = await currentTime(deps);
  const file = await transact(em, async (tx) => {
    const taken = await takeLease(tx, lease, now);
    const row = await findFile(tx, key);
    if (!row) throw notFound('File');
    if (!taken) throw row.state === 'stored' ? new Problem('offset_mismatch') : locked();
    return row;
  });
  let isHeld = true;
  const extending = setInterval(() => {
    currentTime(deps)
      .then((at) => transact(em, (tx) => extendLease(tx, lease, at)))
      .then((held) => {
        isHeld &&= held;
      })
      // If this fails, the next attempt may still extend the lease.
      .catch(() => {});
  }, EXTEND_EVERY_MS);
  try {
    return await work({
      ...lease,
      file,
      check() {
        if (!isHeld) throw locked();
      },
    });
  } finally {
    clearInterval(extending);
    // If this fails, the lease ends by itself.
    await currentTime(deps)
      .then((at) => transact(em, (tx) => releaseLease(tx, lease, at)))
      .catch(() => {});
  }
}
