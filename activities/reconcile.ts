/** Every few minutes: finds what fell through, so that nothing due is ever lost. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { readCluster } from '../db/cluster.ts';
import { CLAIMED_AT_MOST, LONGEST_CLAIM_SECONDS, MESSAGE_KIND } from '../db/mail.ts';
import { forgetSamples } from '../db/rehearsal.ts';
import { beginRestoration, noteMoved } from '../db/restoration.ts';
import { forgetCutOffImports } from '../db/staged-import.ts';
import { emptyTrash } from '../db/trash.ts';
import { patienceMs } from '../mail/rests.ts';
import type { ReconcileResult, Remembered } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { withHeartbeats } from './heartbeat.ts';

/** A workflow this late for its next look is signalled again. */
const OVERDUE_MS = 2 * 60_000;
/** A mail queued for this long may have lost its workflow. If it hasn't, starting a second one does nothing. */
const FORGOTTEN_MAIL_MS = 10 * 60_000;
/** A workflow that still retries its mail has tried it within this, which is longer than the longest backoff. */
const RETRIED_SECONDS = 45 * 60;
/**
 * Every mail that may be forgotten, each part found by its index: nothing has touched it for a while, or a wrong clock
 * has dated it too far ahead.
 */
const UNTOUCHED = [
  'greatest(created_at, claimed_until, rests_until) < ?',
  'greatest(created_at, claimed_until, rests_until) > ?',
  `claimed_until > now() + make_interval(secs => ${LONGEST_CLAIM_SECONDS})`,
]
  .map((condition) => `select id from mail where status = 'queued' and ${condition}`)
  .join(' union ');

/** How many are told again in one run: no more than the relay can pass on before the next. */
const BATCH = 10_000;

/** What the database remembers now, and whether that shows that a backup was restored. */
export interface Comparison extends Remembered {
  /** When a restored backup was detected, in milliseconds; null if none was. */
  restoredAt: number | null;
  /** What gave it away. */
  reason?: 'older' | 'timeline';
}

const less = (now: string | null, before: string | null | undefined): boolean =>
  now !== null && before != null && BigInt(now) < BigInt(before);
const differs = <T>(now: T, before: T | undefined): boolean => before != null && now !== before;

/** How the database differs from what the previous run saw. A run of an older version may have remembered less. */
function changeSince(
  previous: Partial<ReconcileResult> | null,
  found: Remembered,
): 'older' | 'timeline' | 'moved' | null {
  if (previous === null) return null;
  if (less(found.highestActivityId, previous.highestActivityId)) return 'older';
  if (less(found.signsOfLife, previous.signsOfLife)) return 'older';
  // Another cluster has timelines of its own. What was loaded into it is a dump, whose counts are exact.
  if (differs(found.system, previous.system)) return 'moved';
  if (differs(found.timeline, previous.timeline)) return 'timeline';
  // An earlier copy of the same files, such as a snapshot of the volume, continues on the same timeline.
  const same = found.system !== null && found.timeline !== null;
  return same && less(found.written, previous.written) ? 'older' : null;
}

export function createReconcileActivities(deps: Pick<ActivityDeps, 'orm' | 'clock' | 'rules'>) {
  const em = () => deps.orm.em.fork();

  return withHeartbeats({
    /**
     * Detects a restored backup. Activity records only ever increase (deleted accounts count too), and so do signs of
     * life, including those that write no record. In a physical copy the sequence may be up to 32 signs of life ahead
     * of what was really saved, but then its timeline differs, or less of it has been written.
     *
     * @param previous what the previous run found; null on the first
     */
    async compareWithLastRun(previous: Partial<ReconcileResult> | null): Promise<Comparison> {
      const [row] = await em().execute<{ id: string; signs: string }[]>(
        `select greatest(0, (select max(id) from activity), (select max(highest) from removed_activity))::text
           as id, (select last_value from sign_of_life)::text as signs`,
      );
      const { system, timeline, written } = await readCluster(em());
      const found: Remembered = {
        highestActivityId: row?.id ?? '0',
        signsOfLife: row?.signs ?? '0',
        // Keep the last known value of what PostgreSQL doesn't tell today.
        system: system ?? previous?.system ?? null,
        timeline: timeline ?? previous?.timeline ?? null,
        written: written ?? previous?.written ?? null,
      };
      const change = changeSince(previous, found);
      if (change === null) return { ...found, restoredAt: null };
      const at = await deps.clock();
      const log = activityContext.getStore()?.log;
      if (change === 'moved') {
        log?.error('the database is in another PostgreSQL, and nothing is missing: was it a backup?');
        await noteMoved(em(), new Date(at));
        return { ...found, restoredAt: null };
      }
      log?.error('a restored backup was detected: every open switch starts over', { reason: change });
      return { ...found, restoredAt: at, reason: change };
    },

    /**
     * After a restored backup nobody knows which signs of life were lost, so every open switch starts over. That holds
     * from this commit on; the workers update the rows in the background.
     */
    startOver: ({
      restoredAt,
      reason = 'older',
    }: Pick<Comparison, 'reason'> & { restoredAt: number }): Promise<void> =>
      beginRestoration(em(), new Date(restoredAt), reason),

    /**
     * Signals workflows that are overdue and restarts mails that have lost theirs. Also deletes the samples of finished
     * rehearsals, imports that were cut off, and what has been in the trash for 30 days.
     *
     * @returns how many workflows were signalled
     */
    async resignal(): Promise<number> {
      const now = new Date(await deps.clock());
      // A later date was written by a wrong clock; `deliver` ignores it too.
      const longestRest = new Date(now.getTime() + patienceMs(deps.rules));
      const forgotten = new Date(now.getTime() - FORGOTTEN_MAIL_MS);
      const resignalled = await em().execute<unknown[]>(
        `insert into outbox (kind, subject_id, seq, created_at)
         select 'switch', user_id, seq, ? from switch s
         where status not in ('off', 'completed') and (next_event_at is null or next_event_at < ?)
           and last_seen_at >= coalesce((select restoring()), '-infinity')
           and not exists (select 1 from outbox where kind = 'switch' and subject_id = s.user_id)
         order by next_event_at nulls first limit ${BATCH} returning 1`,
        [now, new Date(now.getTime() - OVERDUE_MS)],
      );
      await em().execute(
        `with untouched as materialized (${UNTOUCHED})
         insert into outbox (kind, subject_id, seq, created_at)
         select ${MESSAGE_KIND}, id, 0, ? from untouched join mail m using (id) join mail_kind k on k.name = m.kind
         where status = 'queued' and created_at < ?
           and (claimed_until is null or claimed_until not between
             clock_timestamp() - make_interval(secs => ${RETRIED_SECONDS}) and ${CLAIMED_AT_MOST})
           and (rests_until is null or rests_until not between ? and ?)
           and not exists (select 1 from outbox where subject_id = m.id)
         order by created_at limit ${BATCH}`,
        [
          forgotten,
          longestRest,
          now,
          forgotten,
          new Date(now.getTime() - RETRIED_SECONDS * 1000),
          longestRest,
        ],
      );
      // Last, so that whatever holds these up holds up no switch.
      await forgetSamples(em(), now);
      await emptyTrash(em(), now);
      await forgetCutOffImports(em(), now);
      return resignalled.length;
    },
  });
}
