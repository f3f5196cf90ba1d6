/**
 * Watches for another database at the same address: a promoted replica, a loaded dump, a restored snapshot. No switch
 * goes on until reconcile has judged it (db/judgement.ts), so this asks for that at once.
 */
import type { Logger } from 'pino';
import { isJudged, noteBehind, type PresentDatabase, presentDatabase } from '../db/judgement.ts';
import type { Orm } from '../db/orm.ts';
import { repeat } from './repeat.ts';

const WATCH_EVERY_MS = 1_000;
/** How long reconcile has before it is asked again. */
const ASK_EVERY_MS = 60_000;

export interface DatabaseWatchDeps {
  orm: Orm;
  /** Asks reconcile to judge the database. */
  askReconcile: () => Promise<void>;
  log: Logger;
}

/**
 * Whether this is an earlier copy of the database seen before, such as a snapshot of the volume: it is on the same
 * timeline, and less has been written to its log. The position seen before was on disk, so a crash can't cause this.
 */
const isEarlier = (now: PresentDatabase, before: PresentDatabase | null): boolean =>
  before !== null &&
  now.system === before.system &&
  now.timeline === before.timeline &&
  now.written !== null &&
  before.written !== null &&
  BigInt(now.written) < BigInt(before.written);

/** Watches until stopped. */
export function startDatabaseWatch({ orm, askReconcile, log }: DatabaseWatchDeps): { stop(): Promise<void> } {
  let seen: PresentDatabase | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function watch(): Promise<void> {
    const now = await presentDatabase(orm.em.fork());
    if (isEarlier(now, seen)) {
      log.error('the database contains less than a moment ago');
      await noteBehind(orm.em.fork());
    }
    seen = now;
    if (performance.now() - askedAt < ASK_EVERY_MS || (await isJudged(orm.em.fork()))) return;
    log.warn('this database has not been judged: asking reconcile');
    await askReconcile();
    askedAt = performance.now();
  }

  return repeat(async () => {
    await watch().catch((err: unknown) => log.debug({ err }, 'the database could not be watched'));
    return WATCH_EVERY_MS;
  });
}
