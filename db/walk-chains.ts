/** Walks the hash chains of the activity log, a batch at a time. */
import { raw } from '@mikro-orm/core';
import { canonical, type SignRecord } from './activity-log.ts';
import { Activity, type ActivityRow } from './entities/activity.ts';
import type { Orm } from './orm.ts';

/** How many records are in memory at a time, unless the caller wants fewer. */
const BATCH = 2_000;

/** The first record of an owner that doesn't fit the signature before it. */
export interface Break {
  userId: string;
  id: string;
  type: string;
  at: Date;
  /** Whether it is the owner's first record. */
  first: boolean;
}

export interface Walk {
  records: number;
  owners: number;
  /** Owners whose chain is broken. */
  broken: number;
  /** Owners whose chain is broken at its very first record. */
  brokenAtFirst: number;
  /** The last owner whose chain was checked; null if there was nobody left to check. */
  last: string | null;
}

/** Which chains to walk. */
export interface Extent {
  /** Only this owner's; null for every owner's. */
  userId?: string | null;
  /** Only those of owners after this one, in the order of their IDs. */
  after?: string | null;
  /** How many records are enough: the walk then ends with the chain that it is in. */
  most?: number;
  batch?: number;
}

const signatureOf = (signRecord: SignRecord, row: ActivityRow, previous: string): string =>
  signRecord(
    canonical(
      {
        userId: row.userId,
        type: row.type,
        at: row.at,
        ipAddress: row.ipAddress ?? null,
        userAgent: row.userAgent ?? null,
        detail: row.detail,
      },
      previous,
    ),
  );

/**
 * Checks chains from their first record to their last. After its first broken record a chain proves nothing more, so
 * each owner is reported once.
 *
 * @param signers the current secret's, and those of the secrets before it
 */
export async function walkChains(
  orm: Orm,
  signers: readonly SignRecord[],
  { userId = null, after = null, most = Number.POSITIVE_INFINITY, batch = BATCH }: Extent,
  report: (found: Break) => void,
): Promise<Walk> {
  const walk: Walk = { records: 0, owners: 0, broken: 0, brokenAtFirst: 0, last: null };
  /** The record before. */
  let last = null as { userId: string; id: string; signature: string; broken: boolean } | null;
  for (;;) {
    // A comparison of rows, because with it PostgreSQL can start in the middle of an index, but not with an "or".
    const where: object = last
      ? { [raw('(user_id, id) > (?, ?)', [last.userId, last.id])]: [] }
      : after === null
        ? {}
        : { userId: { $gt: after } };
    const rows: ActivityRow[] = await orm.em
      .fork()
      .find(
        Activity,
        { $and: [userId === null ? {} : { userId }, where] },
        { orderBy: { userId: 'asc', id: 'asc' }, limit: batch },
      );
    for (const row of rows) {
      const first = last?.userId !== row.userId;
      if (first && walk.records >= most) return walk;
      const broken = !first && (last?.broken ?? false);
      if (first) walk.owners += 1;
      walk.records += 1;
      const previous = first ? '' : (last?.signature ?? '');
      const fits = signers.some((sign) => row.signature === signatureOf(sign, row, previous));
      if (!broken && !fits) {
        walk.broken += 1;
        if (first) walk.brokenAtFirst += 1;
        report({ userId: row.userId, id: row.id, type: row.type, at: row.at, first });
      }
      walk.last = row.userId;
      last = { userId: row.userId, id: row.id, signature: row.signature, broken: broken || !fits };
    }
    if (rows.length < batch) return { ...walk, last: null };
  }
}
