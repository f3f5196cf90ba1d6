/** The database of a campaign's instance. */
import { type Config, databaseOf } from '../config.ts';
import { recordSigner } from '../db/activity-log.ts';
import { openDatabase } from '../db/orm.ts';
import { walkChains } from '../db/walk-chains.ts';
import type { MailRecord, Rows } from './evidence.ts';

type QueuedMail = Pick<MailRecord, 'id' | 'key' | 'kind' | 'recipient' | 'createdAt'>;

export interface CampaignDatabase {
  read(): Promise<Rows>;
  /** The mails that are still queued, apart from warnings, which are never sent once the silence has ended. */
  queued(): Promise<QueuedMail[]>;
  /** Whether the service has noted after `since` that every switch starts over. */
  startedOverAfter(since: number): Promise<boolean>;
  /** The users whose handover is completed. */
  completed(): Promise<string[]>;
  /** The newest heartbeat of any process, in milliseconds. */
  newestBeat(): Promise<number>;
  /** Ages the sessions of an owner's programs beyond any confirmation; no campaign lasts that long. */
  forgetConfirmation(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** Columns of past moments that the service itself has set. */
const DATED = [
  ['switch', 'last_seen_at', 'user_id'],
  ['switch', 'clock_started_at', 'user_id'],
  ['activity', 'at', 'user_id'],
  ['mail', 'created_at', 'user_id'],
  ['mail', 'accepted_at', 'user_id'],
  ['handover', 'started_at', 'user_id'],
  ['handover', 'released_at', 'user_id'],
  ['session', 'last_used_at', 'user_id'],
  ['liveness', 'started_at', 'null::uuid'],
  ['liveness', 'beat_at', 'null::uuid'],
] as const;

const DATES = DATED.map(
  ([table, column, owner]) =>
    `select '${table}.${column}' as what, ${owner} as "userId", extract(epoch from min(${column})) * 1000 as earliest,
       extract(epoch from max(${column})) * 1000 as latest from ${table} where ${column} is not null group by 2`,
).join(' union all ');

const ms = (value: unknown): number | null => (value === null ? null : Number(value));

/**
 * Opens the database of an instance.
 *
 * @param laterSecrets secrets that may sign its log later
 */
export async function openCampaignDatabase(
  config: Config,
  laterSecrets: readonly string[] = [],
): Promise<CampaignDatabase> {
  const orm = await openDatabase(databaseOf(config), 2);
  const rowsOf = <T>(sql: string) => orm.em.fork().execute<T[]>(sql);
  return {
    async queued() {
      const rows = await rowsOf<QueuedMail>(
        `select id, key, kind, recipient, extract(epoch from created_at) * 1000 as "createdAt" from mail
         where status = 'queued' and kind not in ('reminder', 'final_notice')`,
      );
      return rows.map((row) => ({ ...row, createdAt: Number(row.createdAt) }));
    },
    async startedOverAfter(since) {
      const rows = await rowsOf(
        `select 1 from restoration where reason <> 'moved'
           and restored_at >= to_timestamp(${since} / 1000.0)`,
      );
      return rows.length > 0;
    },
    async completed() {
      const rows = await rowsOf<{ userId: string }>(
        `select user_id as "userId" from switch where status = 'completed'`,
      );
      return rows.map(({ userId }) => userId);
    },
    async read() {
      const readAt = Date.now();
      const mails = await rowsOf<MailRecord>(
        `select id, key, kind, recipient, status, user_id as "userId",
           concat_ws(', ', attempts || ' attempts', last_error, 'claimed until ' || claimed_until,
             'resting until ' || rests_until) as tried,
           extract(epoch from created_at) * 1000 as "createdAt" from mail`,
      );
      const handovers = await rowsOf<{ userId: string; releasedAt: unknown; undeliverable: boolean }>(
        `select user_id as "userId", extract(epoch from released_at) * 1000 as "releasedAt", undeliverable
           from handover`,
      );
      const switches = await rowsOf<{ userId: string; status: string; lastSeenAt: unknown }>(
        `select user_id as "userId", status, extract(epoch from last_seen_at) * 1000 as "lastSeenAt" from switch`,
      );
      const records = await rowsOf<{ what: string; count: unknown }>(
        `select user_id || '/' || type as what, count(*) as count from activity group by 1`,
      );
      const dates = await rowsOf<{ what: string; userId: string | null; earliest: unknown; latest: unknown }>(
        DATES,
      );
      const brokenChains: { userId: string; id: string }[] = [];
      await walkChains(orm, [config.ACTIVITY_HMAC_SECRET, ...laterSecrets].map(recordSigner), {}, (found) =>
        brokenChains.push(found),
      );
      return {
        readAt,
        mails: mails.map((row) => ({ ...row, createdAt: Number(row.createdAt) })),
        handovers: handovers.map((row) => ({ ...row, releasedAt: ms(row.releasedAt) })),
        switches: switches.map((row) => ({ ...row, lastSeenAt: Number(row.lastSeenAt) })),
        dates: dates.map((row) => ({
          ...row,
          earliest: Number(row.earliest),
          latest: Number(row.latest),
        })),
        records: new Map(records.map(({ what, count }) => [what, Number(count)])),
        brokenChains,
      };
    },
    async newestBeat() {
      const [row] = await rowsOf<{ at: unknown }>(
        'select extract(epoch from max(beat_at)) * 1000 as at from liveness',
      );
      return Number(row?.at);
    },
    async forgetConfirmation(userId) {
      await orm.em
        .fork()
        .execute(`update session set confirmed_at = null where user_id = ? and kind = 'bearer'`, [userId]);
    },
    close: () => orm.close(true),
  };
}
