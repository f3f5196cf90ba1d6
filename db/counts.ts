/**
 * How much there is of what only grows: accounts, switches by status, mails that are over. Counting millions of rows
 * takes seconds, so one worker at a time does it in the background, and everybody else reads the row it left.
 */
import { Counted, type CountedRow } from './entities/counted.ts';
import type { EntityManager } from './orm.ts';

/** Counts younger than this are good enough. */
const FRESH_MS = 30_000;
/** However much there is, counting takes no more than this share of the time. */
const SHARE = 1 / 60;
/** What counting may take; a hundred million rows take less. */
const TIMEOUT = '10min';

/** What the latest count found. */
export const readCounts = (em: EntityManager): Promise<CountedRow> =>
  em.findOneOrFail(Counted, { id: 1 }, { refresh: true });

const COUNT = `
  update counted set
    (users, verified) = (select count(*), count(email_verified_at) from "user"),
    switches = (select coalesce(json_object_agg(status, n), '{}') from
      (select status, count(*) as n from switch group by status) s),
    mails = (select coalesce(json_agg(m), '[]') from
      (select kind, status, count(*)::int as count from mail where status in ('accepted', 'obsolete')
       group by kind, status order by kind, status) m),
    counted_at = ?`;

/**
 * Counts again, unless that was done a moment ago or another worker is at it.
 *
 * @param freshMs younger counts are left as they are
 * @returns whether it counted
 */
export function countAgain(em: EntityManager, now: Date, freshMs = FRESH_MS): Promise<boolean> {
  return em.transactional(async (tx) => {
    const [last] = await tx.execute<{ at: Date | string; tookMs: number }[]>(
      'select counted_at as at, took_ms as "tookMs" from counted for update skip locked',
    );
    if (!last) return false;
    const age = now.getTime() - new Date(last.at).getTime();
    // A count of the future was dated by a wrong clock, and says nothing of its age.
    if (age >= 0 && age < Math.max(freshMs, last.tookMs / SHARE)) return false;
    const from = performance.now();
    await tx.execute(`set local statement_timeout = '${TIMEOUT}'`);
    await tx.execute(COUNT, [now]);
    await tx.execute('update counted set took_ms = ?', [Math.round(performance.now() - from)]);
    return true;
  });
}
