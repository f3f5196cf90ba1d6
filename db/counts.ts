/**
 * Counts of accounts, switches by status and mails, cases for an operator, and the next steps. Counting millions of
 * rows takes seconds, so one worker at a time does it in the background, and everything else reads the row it writes.
 */
import type { Rules } from '../switch/state.ts';
import { attentionSql } from './attention.ts';
import { countOutlook } from './counted-outlook.ts';
import { Counted, type CountedRow } from './entities/counted.ts';
import type { EntityManager } from './orm.ts';

/** Counts newer than this are good enough. */
const FRESH_MS = 30_000;
/** Counting takes at most this share of the time, however many rows there are. */
const SHARE = 1 / 60;
/** Enough for a hundred million rows. */
const TIMEOUT = '10min';

/** The latest counts. */
export const readCounts = (em: EntityManager): Promise<CountedRow> =>
  em.findOneOrFail(Counted, { id: 1 }, { refresh: true });

/**
 * Shares only grow. If accounts are deleted and one of these shares sank, the key derivation shown for an address
 * without an account might go back to an older version, which no account ever does.
 */
const KDF_SHARES = `(
  select coalesce(json_object_agg(version, share), '{}') from (
    select version, max(share) as share from (
      select kdf_version::text as version,
        (sum(count(*)) over (order by kdf_version desc) / sum(count(*)) over ())::float8 as share
      from "user" where email_verified_at is not null group by kdf_version
      union all select key, value::float8 from json_each_text(counted.kdf_shares)
    ) each group by version
  ) s)`;

const countSql = (attention: string): string => `
  update counted set
    (users, verified) = (select count(*), count(email_verified_at) from "user"),
    kdf_shares = ${KDF_SHARES},
    switches = (select coalesce(json_object_agg(status, n), '{}') from
      (select status, count(*) as n from switch group by status) s),
    mails = (select coalesce(json_agg(m), '[]') from
      (select kind, status, count(*)::int as count from mail where status in ('accepted', 'obsolete') and by_mail
       group by kind, status order by kind, status) m),
    attention = ${attention},
    counted_at = ?`;

/**
 * Counts again, unless the counts are still fresh or another worker is counting.
 *
 * @param freshMs 0 counts in any case
 * @returns whether it counted
 */
export function countAgain(em: EntityManager, now: Date, rules: Rules, freshMs = FRESH_MS): Promise<boolean> {
  return em.transactional(async (tx) => {
    const [last] = await tx.execute<{ at: Date | string; tookMs: number }[]>(
      'select counted_at as at, took_ms as "tookMs" from counted for update skip locked',
    );
    if (!last) return false;
    const age = now.getTime() - new Date(last.at).getTime();
    // A date in the future comes from a wrong clock and says nothing about the age.
    if (freshMs > 0 && age >= 0 && age < Math.max(freshMs, last.tookMs / SHARE)) return false;
    const from = performance.now();
    await tx.execute(`set local statement_timeout = '${TIMEOUT}'`);
    const { sql, values } = attentionSql(now, rules);
    await tx.execute(countSql(sql), [...values, now]);
    const outlook = JSON.stringify(await countOutlook(tx, now, rules));
    const tookMs = Math.round(performance.now() - from);
    await tx.execute('update counted set outlook = ?, took_ms = ?', [outlook, tookMs]);
    return true;
  });
}
