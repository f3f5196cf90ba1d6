/** Every few minutes: finds what fell through, so that nothing due is ever lost. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { readCluster } from '../db/cluster.ts';
import { CLAIMED_AT_MOST, MESSAGE_KIND } from '../db/mail.ts';
import { forgetSamples } from '../db/rehearsal.ts';
import { beginRestoration, noteMoved } from '../db/restoration.ts';
import { forgetCutOffImports } from '../db/staged-import.ts';
import { emptyTrash } from '../db/trash.ts';
import { patienceMs } from '../mail/rests.ts';
import type { ReconcileResult, Remembered } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { beating } from './heartbeat.ts';

/** A workflow that has not looked this long after it promised to is told again. */
const OVERDUE_MS = 2 * 60_000;
/** A queued mail this old has lost its workflow, or is being tried again by it: starting it twice does nothing. */
const FORGOTTEN_MAIL_MS = 10 * 60_000;
/** A mail that its workflow is trying again was tried within this: longer than the longest backoff. */
const RETRIED_SECONDS = 45 * 60;
/** What is told again at a time: no more than the relay tells before the next run. */
const BATCH = 10_000;

/** What the database remembers, and whether that is less than, or other than, what it did. */
export interface Comparison extends Remembered {
  /** When a restored backup was noticed, in milliseconds; null where none was. */
  restoredAt: number | null;
  /** How it was noticed. */
  reason?: 'older' | 'timeline';
}

const less = (now: string | null, before: string | null | undefined): boolean =>
  now !== null && before != null && BigInt(now) < BigInt(before);
const differs = <T>(now: T, before: T | undefined): boolean => before != null && now !== before;

/** How the database is another one than that of the run before, of which an older version remembered less. */
function changeSince(
  previous: Partial<ReconcileResult> | null,
  found: Remembered,
): 'older' | 'timeline' | 'moved' | null {
  if (previous === null) return null;
  if (less(found.highestActivityId, previous.highestActivityId)) return 'older';
  if (less(found.signsOfLife, previous.signsOfLife)) return 'older';
  // Another cluster counts its timelines for itself. What was loaded into it says exactly how far it goes.
  if (differs(found.system, previous.system)) return 'moved';
  if (differs(found.timeline, previous.timeline)) return 'timeline';
  // An earlier copy of the same files, as a snapshot of their volume is, goes on along the timeline that it was on.
  const same = found.system !== null && found.timeline !== null;
  return same && less(found.written, previous.written) ? 'older' : null;
}

export function createReconcileActivities(deps: Pick<ActivityDeps, 'orm' | 'clock' | 'rules'>) {
  const em = () => deps.orm.em.fork();

  return beating({
    /**
     * Notices a restored backup. Activity records only ever become more, those of deleted accounts included, and so do
     * signs of life, those that write no record included. A physical copy may be up to 32 signs of life ahead of what it
     * really has; its timeline is another one then, or less of it is written.
     *
     * @param previous what the run before found; null at the first
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
        // What is not told today is remembered.
        system: system ?? previous?.system ?? null,
        timeline: timeline ?? previous?.timeline ?? null,
        written: written ?? previous?.written ?? null,
      };
      const change = changeSince(previous, found);
      if (change === null) return { ...found, restoredAt: null };
      const at = await deps.clock();
      const log = activityContext.getStore()?.log;
      if (change === 'moved') {
        log?.error('the database lies in another PostgreSQL, and nothing is missing: was it a backup?');
        await noteMoved(em(), new Date(at));
        return { ...found, restoredAt: null };
      }
      log?.error('a restored backup was noticed: every open switch starts over', { reason: change });
      return { ...found, restoredAt: at, reason: change };
    },

    /**
     * After a restored backup nobody knows which signs of life were lost: every open switch starts over. From here on
     * nothing of an earlier state counts, and the workers bring the rows there, in the background.
     */
    startOver: ({
      restoredAt,
      reason = 'older',
    }: Pick<Comparison, 'reason'> & { restoredAt: number }): Promise<void> =>
      beginRestoration(em(), new Date(restoredAt), reason),

    /**
     * Tells workflows again whose next event is overdue, and mails that were forgotten. Forgets the samples of rehearsals that are over, and empties the trash of what is 30 days old.
     *
     * @returns how many workflows
     */
    async resignal(): Promise<number> {
      const now = new Date(await deps.clock());
      // A later one was written by a wrong clock, and `deliver` does not heed it either.
      const longestRest = new Date(now.getTime() + patienceMs(deps.rules));
      await forgetSamples(em(), now);
      await emptyTrash(em(), now);
      await forgetCutOffImports(em(), now);
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
        `insert into outbox (kind, subject_id, seq, created_at)
         select ${MESSAGE_KIND}, id, 0, ? from mail m join mail_kind k on k.name = m.kind
         where status = 'queued' and created_at < ?
           and (claimed_until is null or claimed_until not between
             clock_timestamp() - make_interval(secs => ${RETRIED_SECONDS}) and ${CLAIMED_AT_MOST})
           and (rests_until is null or rests_until not between ? and ?)
           and not exists (select 1 from outbox where subject_id = m.id)
         order by created_at limit ${BATCH}`,
        [
          now,
          new Date(now.getTime() - FORGOTTEN_MAIL_MS),
          new Date(now.getTime() - RETRIED_SECONDS * 1000),
          longestRest,
        ],
      );
      return resignalled.length;
    },
  });
}
