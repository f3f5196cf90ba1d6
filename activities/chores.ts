/** Reconcile's housekeeping. Each chore is an activity of its own, so that a failure stops no other chore. */
import { askDueSuccessors } from '../db/contact-questions.ts';
import { CLAIMED_AT_MOST, LONGEST_CLAIM_SECONDS, MESSAGE_KIND } from '../db/mail.ts';
import { OVERDUE_MS } from '../db/outlook.ts';
import { forgetSamples } from '../db/rehearsal.ts';
import { forgetOldRemovals } from '../db/removals.ts';
import { forgetCutOffImports } from '../db/staged-import.ts';
import { tellOfSilence } from '../db/successor-problems.ts';
import { emptyTrash } from '../db/trash.ts';
import { longestDelayMs, RETRY } from '../mail/retry.ts';
import { choresWith } from './chore.ts';
import type { ActivityDeps } from './deps.ts';

/** How long a mail must have been queued, and untried, before it may have lost its workflow. */
const { queuedForMs, noAttemptForMs } = RETRY.lostWorkflow;
/**
 * Every mail that may have lost its workflow, each part found by its index: nothing has touched it for a while, or a
 * wrong clock dated it too far ahead.
 */
const UNTOUCHED = [
  'greatest(created_at, claimed_until, rests_until) < ?',
  'greatest(created_at, claimed_until, rests_until) > ?',
  `claimed_until > now() + make_interval(secs => ${LONGEST_CLAIM_SECONDS})`,
]
  .map((condition) => `select id from mail where status = 'queued' and ${condition}`)
  .join(' union ');

/** The most messages in one run: no more than the relay can pass on before the next. */
const BATCH = 10_000;

export function createChores({ orm, clock, rules }: Pick<ActivityDeps, 'orm' | 'clock' | 'rules'>) {
  const chore = choresWith({ orm, clock });

  return {
    /** Signals workflows that are overdue. @returns how many */
    resignal: chore('resignal', async (em, now) => {
      const resignalled = await em.execute<unknown[]>(
        `insert into outbox (kind, subject_id, seq, created_at)
         select 'switch', user_id, seq, ? from switch s
         where status not in ('off', 'completed') and (next_event_at is null or next_event_at < ?)
           and last_seen_at >= coalesce((select restoring()), '-infinity')
           and not exists (select 1 from outbox where kind = 'switch' and subject_id = s.user_id)
         order by next_event_at nulls first limit ${BATCH} returning 1`,
        [now, new Date(now.getTime() - OVERDUE_MS)],
      );
      return resignalled.length;
    }),

    /** Restarts mails that may have lost their workflow. If one hasn't, starting a second one does nothing. */
    restartMails: chore('restartMails', async (em, now) => {
      // A later date was written by a wrong clock; `deliver` ignores it too.
      const latestRetry = new Date(now.getTime() + longestDelayMs(rules));
      const forgotten = new Date(now.getTime() - queuedForMs);
      await em.execute(
        `with untouched as materialized (${UNTOUCHED})
         insert into outbox (kind, subject_id, seq, created_at)
         select ${MESSAGE_KIND}, id, 0, ? from untouched join mail m using (id) join mail_kind k on k.name = m.kind
         where status = 'queued' and created_at < ?
           and (claimed_until is null or claimed_until not between
             clock_timestamp() - make_interval(secs => ${noAttemptForMs / 1_000}) and ${CLAIMED_AT_MOST})
           and (rests_until is null or rests_until not between ? and ?)
           and not exists (select 1 from outbox where subject_id = m.id)
         order by created_at limit ${BATCH}`,
        [forgotten, latestRetry, now, forgotten, new Date(now.getTime() - noAttemptForMs), latestRetry],
      );
    }),

    /**
     * Asks successors whether they can be reached and have their sheet, and tells owners who doesn't answer.
     *
     * @returns how many were asked
     */
    askSuccessors: chore('askSuccessors', async (em, now) => {
      await tellOfSilence(em, rules.dayMs, now);
      return askDueSuccessors(em, rules.dayMs, now);
    }),
    /** Deletes the samples of finished rehearsals. */
    forgetSamples: chore('forgetSamples', forgetSamples),
    /** Deletes entries that have been in the trash for 30 days, and forgets removals after 90 days. */
    emptyTrash: chore('emptyTrash', async (em, now) => {
      const emptied = await emptyTrash(em, now);
      await forgetOldRemovals(em);
      return emptied;
    }),
    /** Deletes imports that were cut off. */
    forgetImports: chore('forgetImports', forgetCutOffImports),
  };
}
