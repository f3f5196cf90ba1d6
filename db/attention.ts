/**
 * What needs an operator: handovers that nobody answers, and mails that aren't accepted. Their number grows with that
 * of the owners, so a worker gathers them together with the counts (db/counts.ts).
 */
import type { Rules } from '../switch/state.ts';
import { latestPossible } from './accept-clock.ts';
import { bounces, SECOND_WORKS } from './mail-problems.ts';
import { STUCK_DAYS } from './outlook.ts';

/** In days: after this long, links alone keep a switch from firing, and nobody has seen its owner. */
const LINKS_ALONE_DAYS = 365;
/** How many of each are listed. */
export const LISTED = 20;

/** A moment as text of a fixed length, which sorts by time. */
export const iso = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const REFUSED = `m.user_id as "userId", m.kind, ${iso('m.refused_since')} as since,
  m.permanent_since is not null as permanent, coalesce(m.refusal = 'blocked', false) as blocked, m.last_error as code`;

const list = (rows: string): string => `(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`;

const counted = (table: string, order: string): string =>
  `'count', (select count(*) from ${table}),
   'oldest', ${list(`select * from ${table} order by since, ${order} limit ${LISTED}`)}`;

/** Owners who may be gone while someone else reads their mail and presses the button, or a program goes on. */
const KEPT_ALIVE_BY_LINKS = `(
  with kept_alive as (
    select user_id as "userId", ${iso('seen_in_person_at')} as since from switch
    where status not in ('off', 'paused', 'completed') and seen_in_person_at < ? and link_used_at > seen_in_person_at)
  select json_build_object(${counted('kept_alive', '"userId"')}))`;

/** Warnings to each kind of way, and how many of these ways work. */
const WAYS = list(`
  select kind, count(*) filter (where verified_at is not null and last_error is null) as working,
    count(*) filter (where verified_at is not null and last_error is not null) as failing,
    coalesce(sum(taken), 0) as taken, coalesce(sum(refused), 0) as refused, coalesce(sum(queued), 0) as queued,
    ${iso('min(since)')} as "waitingSince"
  from channel left join (
      select channel_id, count(*) filter (where status = 'accepted') as taken,
        count(*) filter (where status = 'queued' and attempts > 0) as refused,
        count(*) filter (where status = 'queued' and attempts = 0) as queued,
        min(created_at) filter (where status = 'queued') as since
      from mail where kind in ('channel_reminder', 'channel_final_notice')
        and (status = 'queued' or status = 'accepted' and accepted_at > ?)
      group by 1) m on m.channel_id = channel.id
  group by 1 order by 1`);

/**
 * An expression for `Attention` as JSON. Numbers about mail concern the mail server: what is sent to webhooks and devices
 * is counted with the ways.
 *
 * A successor's time to answer begins with their own delay.
 */
const ATTENTION = `(
  with stuck as (
      select h.id as "handoverId", h.user_id as "userId",
        ${iso('min(h.grace_ended_at + i.handover_delay_days * make_interval(secs => ?::float8 / 1000))')} as since
      from handover h join invitee i on i.handover_id = h.id
      where h.status = 'awaiting_successors' and i.response is null and i.invitations_sent > 0
      group by h.id
      having min(h.grace_ended_at + i.handover_delay_days * make_interval(secs => ?::float8 / 1000)) < ?),
    refused as (
      select ${REFUSED} from mail m where m.status = 'queued' and m.by_mail and m.refused_since is not null),
    bouncing as (
      select distinct on (h.id, s.id) h.id as "handoverId", s.id as "successorId", ${REFUSED}
      from mail m join successor s on s.id = m.successor_id join handover h on h.user_id = m.user_id
      where (h.status in ('grace_period', 'awaiting_successors', 'released')
          or h.status = 'completed' and m.kind = 'access' and m.handover_id = h.id)
        and ${bounces('s.email')}
        and not ${SECOND_WORKS}
      order by h.id, s.id, m.refused_since)
  select json_build_object(
    'stuckHandovers', json_build_object(${counted('stuck', '"handoverId"')}),
    'quorumUnreachable', (
      select count(*) from handover h cross join lateral (
        select count(*) as still_there, count(*) filter (where i.response is distinct from 'decline') as hoped,
          count(s.encrypted_share) as holders,
          count(s.encrypted_share) filter (where i.response is distinct from 'decline') as hoped_holders
        from invitee i join successor s on s.id = i.successor_id
        where i.handover_id = h.id and s.verified_at is not null and s.opted_out_at is null) c
      where status = 'awaiting_successors' and (least(quorum, still_there) > hoped or least(quorum, holders) > hoped_holders)),
    'seenInFuture', (select count(*) from switch where last_seen_at > ?),
    'waitingMails', ${list(
      `select kind, case when attempts > 0 then 'failing' else 'queued' end as result, count(*) as count
       from mail where status = 'queued' and by_mail group by 1, 2 order by 1, 2`,
    )},
    'failingSince', (select ${iso('min(created_at)')} from mail where status = 'queued' and by_mail and attempts > 0),
    'ways', ${WAYS},
    'refusedMails', json_build_object(${counted('refused', '"userId", kind')},
      'byKind', ${list('select kind, permanent, blocked, count(*) as count from refused group by 1, 2, 3 order by 1, 2, 3')}),
    'bouncingSuccessors', json_build_object(${counted('bouncing', '"successorId"')}),
    'keptAliveByLinks', ${KEPT_ALIVE_BY_LINKS}))`;

/** SQL for what needs an operator now, with its values. */
export function attentionSql(now: Date, { dayMs }: Rules): { sql: string; values: unknown[] } {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const latest = latestPossible(now.getTime());
  return {
    sql: ATTENTION,
    values: [dayMs, dayMs, before(STUCK_DAYS), latest, before(1), before(LINKS_ALONE_DAYS)],
  };
}
