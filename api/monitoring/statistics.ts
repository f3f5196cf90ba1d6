/**
 * The state of the whole service in numbers, without personal data, for the dashboard and the metrics. A worker
 * counts in the background what only grows; what is counted here is bounded by what is waiting.
 */
import { readCounts } from '../../db/counts.ts';
import type { RestorationReason } from '../../db/entities/restoration.ts';
import { countOutages, type OutageCount, type Service } from '../../db/liveness.ts';
import { BOUNCING_SUCCESSORS } from '../../db/mail-problems.ts';
import type { EntityManager } from '../../db/orm.ts';
import { readWatch } from '../../db/public-address.ts';
import type { Rules, SwitchStatus } from '../../switch/state.ts';
import { switchStatus } from '../http/schemas.ts';

/** Reconcile signals a workflow again that is this late. */
const OVERDUE_MS = 2 * 60_000;
/** In days: after this long without an answer, someone should look at it. */
const STUCK_DAYS = 30;
/** In days: how far back outages are counted. */
const OUTAGE_DAYS = 30;

export interface MailCount {
  kind: string;
  /** `failing`: still queued after an attempt. */
  result: 'accepted' | 'queued' | 'failing' | 'obsolete';
  count: number;
}

export interface RefusedCount {
  kind: string;
  /** Whether the mailbox is said not to exist. */
  permanent: boolean;
  count: number;
}

export interface Statistics {
  /** When a worker last counted what only grows: accounts, switches by status, and finished mails. */
  countedAt: Date;
  users: number;
  verified: number;
  switches: Record<SwitchStatus, number>;
  /** Switches whose workflow is overdue. */
  overdueEvents: number;
  /** Handovers in which a successor has not answered for 30 days. */
  stuckHandovers: number;
  /** Handovers in which so many declined that the remaining successors cannot reach the quorum. */
  quorumUnreachable: number;
  mails: MailCount[];
  /** Queued mails that the mail server refused. */
  refusedMails: RefusedCount[];
  /** Successors of open handovers whose address bounces. */
  bouncingSuccessors: number;
  oldestFailingMailAt: Date | null;
  outbox: { size: number; lagMs: number };
  /** When each was last known to be up; the public address only while it is checked. */
  beats: Record<Service, Date | null>;
  /** Within the last 30 days. */
  outages: Record<Service, OutageCount>;
  /** When a restored or moved database was last noticed, by cause. */
  restorations: Partial<Record<RestorationReason, Date>>;
  /** Since when all switches have been restarting; null if they are not. */
  startingOverSince: Date | null;
  /** Since when the address in LIVENESS_URL has been asked without ever answering; null if it has. */
  neverAnsweredSince: Date | null;
}

interface Row {
  restorations: Partial<Record<RestorationReason, string>> | null;
  startingOverSince: Date | string | null;
  overdue: number;
  stuck: number;
  unreachable: number;
  mails: MailCount[] | null;
  refused: RefusedCount[] | null;
  bouncing: number;
  failingSince: Date | string | null;
  outbox: number;
  outboxSince: Date | string | null;
  apiBeat: Date | string | null;
  mailBeat: Date | string | null;
  publicBeat: Date | string | null;
}

const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

/**
 * Waiting handovers, with the earliest date since when a successor has not answered. Each is first invited after
 * their own delay.
 */
const UNANSWERED = `
  select h.id, h.user_id,
    min(h.grace_ended_at + i.handover_delay_days * make_interval(secs => ?::float8 / 1000)) as since
  from handover h join invitee i on i.handover_id = h.id
  where h.status = 'awaiting_successors' and i.response is null and i.invitations_sent > 0
  group by h.id`;

const STATISTICS = `
  select (select count(*)::int from switch
       where status not in ('off', 'completed') and next_event_at < ?) as overdue,
    (select count(*)::int from (${UNANSWERED}) u where since < ?) as stuck,
    (select count(*)::int from handover h cross join lateral (
       select count(*) as still_there, count(*) filter (where i.response is distinct from 'decline') as hoped
       from invitee i join successor s on s.id = i.successor_id
       where i.handover_id = h.id and s.verified_at is not null and s.opted_out_at is null) c
     where status = 'awaiting_successors' and least(quorum, still_there) > hoped) as unreachable,
    (select json_agg(m) from (
       select kind, case when attempts > 0 then 'failing' else 'queued' end as result,
         count(*) as count from mail where status = 'queued' group by 1, 2 order by 1, 2) m) as mails,
    (select json_agg(m) from (
       select kind, permanent_since is not null as permanent, count(*) as count from mail
       where status = 'queued' and refused_since is not null group by 1, 2 order by 1, 2) m) as refused,
    (select count(*)::int from (${BOUNCING_SUCCESSORS}) b) as bouncing,
    (select min(created_at) from mail where status = 'queued' and attempts > 0) as "failingSince",
    (select count(*)::int from outbox) as outbox,
    (select created_at from outbox order by id limit 1) as "outboxSince",
    (select json_object_agg(reason, at) from
       (select reason, max(restored_at) as at from restoration group by reason) r) as restorations,
    restoring() as "startingOverSince",
    (select max(beat_at) from liveness where service = 'api') as "apiBeat",
    (select max(beat_at) from liveness where service = 'mail') as "mailBeat",
    (select max(beat_at) from liveness where service = 'public') as "publicBeat"`;

const stuckBefore = (now: Date, { dayMs }: Rules): Date => new Date(now.getTime() - STUCK_DAYS * dayMs);

export async function readStatistics(em: EntityManager, now: Date, rules: Rules): Promise<Statistics> {
  const [row] = await em.execute<Row[]>(STATISTICS, [
    new Date(now.getTime() - OVERDUE_MS),
    rules.dayMs,
    stuckBefore(now, rules),
  ]);
  if (!row) throw new Error('the database counted nothing');
  const counted = await readCounts(em);
  const { asked, neverAnsweredSince } = await readWatch(em);
  const none = Object.fromEntries(switchStatus.options.map((status) => [status, 0]));
  const outboxSince = dateOf(row.outboxSince);
  return {
    countedAt: counted.countedAt,
    users: counted.users,
    verified: counted.verified,
    switches: { ...none, ...counted.switches } as Statistics['switches'],
    overdueEvents: row.overdue,
    stuckHandovers: row.stuck,
    quorumUnreachable: row.unreachable,
    mails: [
      ...counted.mails.map(({ kind, status, count }) => ({ kind, result: status, count })),
      ...(row.mails ?? []),
    ],
    refusedMails: row.refused ?? [],
    bouncingSuccessors: row.bouncing,
    oldestFailingMailAt: dateOf(row.failingSince),
    outbox: {
      size: row.outbox,
      lagMs: outboxSince ? Math.max(0, now.getTime() - outboxSince.getTime()) : 0,
    },
    beats: {
      api: dateOf(row.apiBeat),
      mail: dateOf(row.mailBeat),
      public: asked ? dateOf(row.publicBeat) : null,
    },
    outages: await countOutages(em, now.getTime() - OUTAGE_DAYS * rules.dayMs, now.getTime(), rules.dayMs),
    restorations: Object.fromEntries(
      Object.entries(row.restorations ?? {}).map(([reason, at]) => [reason, new Date(at)]),
    ),
    startingOverSince: dateOf(row.startingOverSince),
    neverAnsweredSince,
  };
}

/** The handovers that have waited longest for an answer. */
export async function stuckHandovers(em: EntityManager, now: Date, rules: Rules, limit: number) {
  const rows = await em.execute<{ id: string; user_id: string; since: Date | string }[]>(
    `select * from (${UNANSWERED}) u where since < ? order by since, id limit ?`,
    [rules.dayMs, stuckBefore(now, rules), limit],
  );
  return rows.map(({ id, user_id, since }) => ({ handoverId: id, userId: user_id, since: new Date(since) }));
}
