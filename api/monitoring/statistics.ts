/**
 * The state of the whole service in numbers, without personal data, for the dashboard and the metrics. Numbers that
 * grow with the owners are counted by a worker in the background. The others are counted here.
 */
import { z } from 'zod';
import { iso } from '../../db/attention.ts';
import { readCounts } from '../../db/counts.ts';
import type { Attention, CountedOutlook } from '../../db/entities/counted.ts';
import { RESTORATION_REASONS, type RestorationReason } from '../../db/entities/restoration.ts';
import { countOutages, type OutageCount, SERVICES } from '../../db/liveness.ts';
import type { EntityManager } from '../../db/orm.ts';
import { OVERDUE_MS } from '../../db/outlook.ts';
import { readWatch } from '../../db/watched.ts';
import type { Rules } from '../../switch/state.ts';
import { switchStatus } from '../http/schemas.ts';

/** In days: how far back outages are counted. */
const OUTAGE_DAYS = 30;

/** A moment, which is text in JSON. */
export const date = z.iso.datetime().transform((text) => new Date(text));

const mailCount = z.object({
  kind: z.string(),
  /** `failing`: still queued after an attempt. */
  result: z.enum(['accepted', 'queued', 'failing', 'obsolete']),
  count: z.number(),
});

const returnedAccounts = z.object({
  count: z.number(),
  /** 20 at most. Moments are in ISO 8601. */
  oldest: z.array(z.object({ userId: z.string(), since: z.string() })),
});

const outageCount = z.object({ count: z.number(), totalMs: z.number() }) satisfies z.ZodType<OutageCount>;

/** As JSON, for the cache. The workers' counts are JSON in the database already, and aren't checked again. */
export const Statistics = z.object({
  /** When a worker last counted accounts, switches by status, mails, and what needs attention. */
  countedAt: date,
  users: z.number(),
  verified: z.number(),
  switches: z.record(switchStatus, z.number()),
  /** Switches whose workflow is overdue. */
  overdueEvents: z.number(),
  mails: z.array(mailCount),
  attention: z.custom<Attention>((value) => typeof value === 'object'),
  outlook: z.custom<CountedOutlook>((value) => typeof value === 'object'),
  outbox: z.object({ size: z.number(), lagMs: z.number() }),
  /** When each was last known to be up; the public address and the return mailbox only while they are checked. */
  beats: z.record(z.enum(SERVICES), date.nullable()),
  /** Whether there is a mailbox for returned mail. */
  readsReturns: z.boolean(),
  /** Within the last 30 days. */
  outages: z.record(z.enum(SERVICES), outageCount),
  /** When a restored or moved database was last noticed, by cause. */
  restorations: z.partialRecord(z.enum(RESTORATION_REASONS), date),
  /** Whether reconcile has judged this database. Until then, every switch is on hold. */
  judged: z.boolean(),
  /** When reconcile last judged a database, which each of its runs does; null before the first. */
  judgedAt: date.nullable(),
  /** When the latest backup that was checked began; null if there is none. */
  backupAt: date.nullable(),
  /** When backups began to fail; null if the latest one succeeded, or none are made. */
  backupFailingSince: date.nullable(),
  /** Owners whose activity log was found changed; `atFirst` of them from the first record on. */
  brokenLogs: z.object({ all: z.number(), atFirst: z.number() }),
  /** When activity logs were last checked. */
  logsCheckedAt: date,
  /** Chores of reconcile that fail. */
  failingChores: z.array(z.object({ name: z.string(), since: date })),
  /** When all switches began to restart; null if they are not restarting. */
  startingOverSince: date.nullable(),
  /** Deleted accounts that came back with a restored backup and are switched off, and when each did. */
  returnedAccounts,
  /** When checks of the address in LIVENESS_URL began, if it has never answered; null if it has. */
  neverAnsweredSince: date.nullable(),
});
export type Statistics = z.output<typeof Statistics>;

interface StatisticsRow {
  judged: boolean;
  judgedAt: Date | string | null;
  failingChores: { name: string; since: string }[] | null;
  returnedAccounts: Statistics['returnedAccounts'];
  restorations: Partial<Record<RestorationReason, string>> | null;
  startingOverSince: Date | string | null;
  backupAt: Date | string | null;
  backupFailingSince: Date | string | null;
  brokenLogs: Statistics['brokenLogs'];
  logsCheckedAt: Date | string;
  overdue: number;
  outbox: number;
  outboxSince: Date | string | null;
  apiBeat: Date | string | null;
  mailBeat: Date | string | null;
  publicBeat: Date | string | null;
  returnsBeat: Date | string | null;
}

const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

const STATISTICS = `
  select (select count(*)::int from switch
       where status not in ('off', 'completed') and next_event_at < ?) as overdue,
    (select count(*)::int from outbox) as outbox,
    (select created_at from outbox order by id limit 1) as "outboxSince",
    (select json_object_agg(reason, at) from
       (select reason, max(restored_at) as at from restoration group by reason) r) as restorations,
    is_judged() as judged,
    (select judged_at from judged_database) as "judgedAt",
    (select json_agg(json_build_object('name', name, 'since', since) order by since, name)
       from failing_chore) as "failingChores",
    restoring() as "startingOverSince",
    (select at from last_backup) as "backupAt",
    (select failing_since from last_backup) as "backupFailingSince",
    (select json_build_object('all', count(*), 'atFirst', count(*) filter (where at_first))
       from broken_log) as "brokenLogs",
    (select checked_at from log_check) as "logsCheckedAt",
    (select json_build_object('count', count(*), 'oldest', coalesce(json_agg(json_build_object('userId', id,
         'since', ${iso('returned_at')}) order by returned_at, id) filter (where place <= 20), '[]'))
       from (select id, returned_at, row_number() over (order by returned_at, id) as place
         from "user" where returned_at is not null) r) as "returnedAccounts",
    (select max(beat_at) from liveness where service = 'api') as "apiBeat",
    (select max(beat_at) from liveness where service = 'mail') as "mailBeat",
    (select max(beat_at) from liveness where service = 'public') as "publicBeat",
    (select max(beat_at) from liveness where service = 'returns') as "returnsBeat"`;

export async function readStatistics(em: EntityManager, now: Date, rules: Rules): Promise<Statistics> {
  const [row] = await em.execute<StatisticsRow[]>(STATISTICS, [new Date(now.getTime() - OVERDUE_MS)]);
  if (!row) throw new Error('the database counted nothing');
  const counted = await readCounts(em);
  const { asked, neverAnsweredSince } = await readWatch(em, 'public');
  const { asked: readsReturns } = await readWatch(em, 'returns');
  const none = Object.fromEntries(switchStatus.options.map((status) => [status, 0]));
  const outboxSince = dateOf(row.outboxSince);
  return {
    countedAt: counted.countedAt,
    users: counted.users,
    verified: counted.verified,
    switches: { ...none, ...counted.switches } as Statistics['switches'],
    overdueEvents: row.overdue,
    mails: [
      ...counted.mails.map(({ kind, status, count }) => ({ kind, result: status, count })),
      ...counted.attention.waitingMails,
    ],
    attention: counted.attention,
    outlook: counted.outlook,
    outbox: {
      size: row.outbox,
      lagMs: outboxSince ? Math.max(0, now.getTime() - outboxSince.getTime()) : 0,
    },
    beats: {
      api: dateOf(row.apiBeat),
      mail: dateOf(row.mailBeat),
      public: asked ? dateOf(row.publicBeat) : null,
      returns: readsReturns ? dateOf(row.returnsBeat) : null,
    },
    readsReturns,
    outages: await countOutages(em, now.getTime() - OUTAGE_DAYS * rules.dayMs, now.getTime(), rules.dayMs),
    restorations: Object.fromEntries(
      Object.entries(row.restorations ?? {}).map(([reason, at]) => [reason, new Date(at)]),
    ),
    judged: row.judged,
    judgedAt: dateOf(row.judgedAt),
    failingChores: (row.failingChores ?? []).map(({ name, since }) => ({ name, since: new Date(since) })),
    startingOverSince: dateOf(row.startingOverSince),
    backupAt: dateOf(row.backupAt),
    backupFailingSince: dateOf(row.backupFailingSince),
    brokenLogs: row.brokenLogs,
    logsCheckedAt: new Date(row.logsCheckedAt),
    returnedAccounts: row.returnedAccounts,
    neverAnsweredSince,
  };
}
