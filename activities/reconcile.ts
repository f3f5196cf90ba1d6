/** Every few minutes: finds what fell through, so that nothing due is ever lost. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ACCOUNT_KINDS, CLAIMED_AT_MOST, endWarningsOfTheGone, IN_NO_HANDS } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { forgetSamples } from '../db/rehearsal.ts';
import { forgetCutOffImports } from '../db/staged-import.ts';
import { emptyTrash } from '../db/trash.ts';
import { notices, type ReconcileResult, step } from '../workflows/contract.ts';
import { beating } from './beating.ts';
import { changeAndAnnounce } from './change.ts';
import type { ActivityDeps } from './deps.ts';
import { patienceMs } from './mail.ts';

/** A workflow that has not looked this long after it promised to is told again. */
const OVERDUE_MS = 2 * 60_000;
/** A queued mail this old has lost its workflow, or is being tried again by it: starting it twice does nothing. */
const FORGOTTEN_MAIL_MS = 10 * 60_000;
/** A warning that was tried this short a while ago is being tried again: telling its workflow would only disturb it. */
const AT_WORK_SECONDS = 10 * 60;
/** A mail that its workflow is trying again was tried within this: longer than the longest backoff. */
const RETRIED_SECONDS = 45 * 60;
const BATCH = 1_000;

/** What the database looks like compared with the run before. */
export interface Comparison {
  highestActivityId: string;
  /** When a restored backup was noticed, in milliseconds; null where none was. */
  restoredAt: number | null;
}

/** Undelivered warnings of a silence, or of a grace period, that is over have lost their point. */
async function dropWarnings(em: EntityManager): Promise<void> {
  await em.execute(
    `update mail m set status = 'obsolete', claimed_until = null from switch s
     where s.user_id = m.user_id and m.status = 'queued' and m.kind in ('reminder', 'final_notice')
       and ${IN_NO_HANDS}
       and (m.epoch <> s.epoch or m.created_at <= greatest(s.last_seen_at, s.clock_started_at)
         or s.status not in ('armed', 'reminding', 'grace_period'))`,
  );
}

export function createReconcileActivities(
  deps: Pick<ActivityDeps, 'orm' | 'clock' | 'sign' | 'rules' | 'announce'>,
) {
  const em = () => deps.orm.em.fork();

  return beating({
    /**
     * Notices a restored backup: activity records only ever become more, those of deleted accounts included.
     *
     * @param previous what the run before found; null at the first
     */
    async compareWithLastRun(previous: ReconcileResult | null): Promise<Comparison> {
      const [found] = await em().execute<{ id: string }[]>(
        `select greatest(0, (select max(id) from activity), (select max(highest) from removed_activity))::text
           as id`,
      );
      const highest = BigInt(found?.id ?? 0);
      const restored = previous !== null && highest < BigInt(previous.highestActivityId);
      return { highestActivityId: highest.toString(), restoredAt: restored ? await deps.clock() : null };
    },

    /**
     * After a restored backup nobody knows which signs of life were lost: every open switch starts over.
     * Tried again it goes on where it broke off, because who was started over has been seen since.
     */
    async startOver({ restoredAt }: { restoredAt: number }): Promise<void> {
      for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
        const open = await em().execute<{ userId: string }[]>(
          `select user_id as "userId" from switch
           where status not in ('off', 'completed') and last_seen_at < ? and user_id > ?
           order by user_id limit ${BATCH}`,
          [new Date(restoredAt), after],
        );
        const last = open.at(-1);
        if (!last) return;
        after = last.userId;
        for (const { userId } of open) {
          const now = new Date(Math.max(restoredAt, await deps.clock()));
          const starting = changeAndAnnounce(deps, em(), userId, now, ({ state: before }) => {
            const state = step(before, { kind: 'restored' }, now.getTime(), deps.rules);
            return state && { state, notices: notices(before, state), record: null, tell: 'workflow' };
          });
          await starting.catch((error: unknown) => {
            // A row that makes no sense, as by somebody's SQL, moves nowhere: no step can be planned from it either. It
            // must not keep everybody behind it from starting over. Whatever else went wrong is tried again.
            if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
            activityContext.getStore()?.log.error('a switch cannot be read', { userId });
          });
        }
      }
    },

    /**
     * Tells workflows again whose next event is overdue, and mails that were forgotten. Ends what is left of accounts
     * that are gone, forgets the samples of rehearsals that are over, and empties the trash of what is 30 days old.
     *
     * @returns how many workflows
     */
    async resignal(): Promise<number> {
      const now = new Date(await deps.clock());
      // A later one was written by a wrong clock, and `deliver` does not heed it either.
      const longestRest = new Date(now.getTime() + patienceMs(deps.rules));
      await dropWarnings(em());
      await forgetSamples(em(), now);
      await emptyTrash(em(), now);
      await forgetCutOffImports(em(), now);
      const resignalled = await em().execute<unknown[]>(
        `insert into outbox (kind, subject_id, seq, created_at)
         select 'switch', user_id, seq, ? from switch s
         where status not in ('off', 'completed') and (next_event_at is null or next_event_at < ?)
           and not exists (select 1 from outbox where kind = 'switch' and subject_id = s.user_id)
           and not exists (
             select 1 from mail where user_id = s.user_id and status = 'queued'
               and kind in ('reminder', 'final_notice')
               and (claimed_until between clock_timestamp() - make_interval(secs => ${AT_WORK_SECONDS})
                   and ${CLAIMED_AT_MOST}
                 or rests_until between ? and ?))
         order by next_event_at nulls first limit ${BATCH} returning 1`,
        [
          now,
          new Date(now.getTime() - OVERDUE_MS),
          new Date(now.getTime() - AT_WORK_SECONDS * 1000),
          longestRest,
        ],
      );
      await em().execute(
        `insert into outbox (kind, subject_id, seq, created_at)
         select case when kind = any(?::text[]) then 'account_mail' else 'mail' end, id, 0, ? from mail m
         where status = 'queued' and kind not in ('reminder', 'final_notice') and created_at < ?
           and (claimed_until is null or claimed_until not between
             clock_timestamp() - make_interval(secs => ${RETRIED_SECONDS}) and ${CLAIMED_AT_MOST})
           and (rests_until is null or rests_until not between ? and ?)
           and not exists (select 1 from outbox where subject_id = m.id)
         order by created_at limit ${BATCH}`,
        [
          `{${ACCOUNT_KINDS.join(',')}}`,
          now,
          new Date(now.getTime() - FORGOTTEN_MAIL_MS),
          new Date(now.getTime() - RETRIED_SECONDS * 1000),
          longestRest,
        ],
      );
      await endWarningsOfTheGone(em());
      return resignalled.length;
    },
  });
}
