/** Overdue and upcoming steps, in numbers and short lists, for the dashboard and the metrics. */
import type { Rules } from '../switch/state.ts';
import { iso, LISTED } from './attention.ts';
import type { CountedOutlook } from './entities/counted.ts';
import { REFUSED_WARNING } from './mail-problems.ts';
import type { EntityManager } from './orm.ts';
import { readOutlook } from './outlook.ts';

/** Shortened with the days. */
const HOURS_AHEAD = 24;
/** A mail that has waited this long is more than a passing problem. */
const FAILING_MS = 3_600_000;
const SERVED_MS = 86_400_000;

/** Owners whose warnings of this silence count as undeliverable, or whose mailbox is said not to exist. */
const UNWARNED = `/* in the background */
  with refused as (
      select distinct on (m.user_id) m.user_id, m.refused_since, m.permanent_since, m.last_error
      from (select * from mail where ${REFUSED_WARNING}) m join switch s on s.user_id = m.user_id
        and s.epoch = m.epoch and m.created_at >= greatest(s.last_seen_at, s.clock_started_at)
      order by m.user_id, m.refused_since),
    unwarned as (
      select s.user_id as "userId", s.status, s.undeliverable_at is not null as "goesOn", r.last_error as code,
        ${iso('coalesce(s.undeliverable_at, r.refused_since)')} as since
      from switch s left join refused r on r.user_id = s.user_id
      where s.status in ('armed', 'reminding', 'grace_period', 'awaiting_successors')
        and (s.undeliverable_at is not null or r.permanent_since is not null))
  select (select count(*)::int from unwarned) as count,
    (select coalesce(json_agg(row_to_json(r)), '[]')
     from (select * from unwarned order by since, "userId" limit ${LISTED}) r) as oldest`;

/**
 * `gone`: no such mailbox. `refused`: the server refuses this recipient, or accepts mail only for others. `none`: it
 * has answered nothing about this recipient and accepted nobody's mail since, so the problem is its own or ours.
 */
const RECIPIENTS = `/* in the background */
  select (select coalesce(json_object_agg(answer, n), '{}') from (
      select answer, count(distinct recipient)::int as n from (
        select recipient, case when permanent_since is not null then 'gone'
          when refused_since is not null
            or created_at <= (select max(accepted_at) from mail where status = 'accepted' and by_mail) then 'refused'
          else 'none' end as answer
        from mail where status = 'queued' and by_mail and attempts > 0 and created_at < ?) f group by 1) g) as failing,
    (select count(distinct recipient)::int from mail where status = 'accepted' and by_mail and accepted_at > ?) as served`;

const isoOf = (at: number): string => new Date(at).toISOString();

const countBy = <T, K>(all: readonly T[], key: (each: T) => K): [K, number][] =>
  [...Map.groupBy(all, key)].map(([name, { length }]) => [name, length]);

/** @param em of the transaction that stores it */
export async function countOutlook(em: EntityManager, now: Date, rules: Rules): Promise<CountedOutlook> {
  const hourMs = rules.dayMs / 24;
  const { upcoming, overdue, complete } = await readOutlook(em, now, rules, HOURS_AHEAD * hourMs);
  const [unwarned] = await em.execute<CountedOutlook['unwarned'][]>(UNWARNED);
  const [recipients] = await em.execute<{ failing: CountedOutlook['failingRecipients']; served: number }[]>(
    RECIPIENTS,
    [new Date(now.getTime() - FAILING_MS), new Date(now.getTime() - SERVED_MS)],
  );
  const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs;
  const byHour = Map.groupBy(upcoming, ({ at }) => hourOf(at));
  return {
    unwarned: unwarned ?? { count: 0, oldest: [] },
    overdue: {
      count: overdue.length,
      byReason: Object.fromEntries(countBy(overdue, ({ reason }) => reason)),
      oldest: overdue
        .slice(0, LISTED)
        .map((each) => ({ ...each, since: each.since === null ? null : isoOf(each.since) })),
    },
    upcoming: {
      count: upcoming.length,
      byHour: [...byHour].flatMap(([hour, steps]) =>
        countBy(steps, ({ step }) => step).map(([step, count]) => ({ hour: isoOf(hour), step, count })),
      ),
      first: upcoming.slice(0, LISTED).map((each) => ({ ...each, at: isoOf(each.at) })),
    },
    complete,
    failingRecipients: recipients?.failing ?? {},
    servedRecipients: recipients?.served ?? 0,
  };
}
