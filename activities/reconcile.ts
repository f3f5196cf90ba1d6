/** Runs every few minutes to find anything that was missed, so that nothing due is ever lost. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { JudgedDatabase, type JudgedDatabaseRow } from '../db/entities/judged-database.ts';
import { judge, presentDatabase } from '../db/judgement.ts';
import type { EntityManager } from '../db/orm.ts';
import { readRemovals } from '../db/removals.ts';
import { beginRestoration, noteMoved } from '../db/restoration.ts';
import type { Remembered } from '../workflows/contract.ts';
import { createChores } from './chores.ts';
import type { ActivityDeps } from './deps.ts';
import { withHeartbeats } from './heartbeat.ts';

/** The database's memory now, and whether it shows that a backup was restored. */
export interface Comparison extends Remembered {
  /** When a restored backup was detected, in milliseconds; null if none was. */
  restoredAt: number | null;
  /** What showed it. */
  reason?: 'older' | 'timeline';
  /** The memory that it was compared with. */
  comparedWith: string | null;
}

type Previous = Remembered | null;

const less = (now: string | null, before: string | null | undefined): boolean =>
  now !== null && before != null && BigInt(now) < BigInt(before);
const differs = <T>(now: T, before: T | undefined): boolean => before != null && now !== before;

/** If a run failed after comparing, the next one compares with the same memory. */
const memoryOf = (previous: Previous): string | null =>
  previous &&
  JSON.stringify([
    previous.highestActivityId,
    previous.signsOfLife,
    previous.system,
    previous.timeline,
    previous.written,
    previous.tables,
  ]);

/** How the database differs from the one that the previous run saw, and from the one that was judged last. */
function changeSince(
  previous: Previous,
  judged: JudgedDatabaseRow | null,
  found: Remembered,
): 'older' | 'timeline' | null {
  if (less(found.highestActivityId, previous?.highestActivityId)) return 'older';
  if (less(found.signsOfLife, previous?.signsOfLife)) return 'older';
  if (judged?.movedAt) return null;
  const known = [previous, judged];
  // Data loaded or copied into other tables may lack changes made after the copy, whatever the counters say.
  if (known.some((each) => differs(found.system, each?.system) || differs(found.tables, each?.tables))) {
    return 'older';
  }
  if (known.some((each) => differs(found.timeline, each?.timeline))) return 'timeline';
  // An earlier copy of the same files, such as a snapshot of the volume, continues on the same timeline.
  const same = found.system !== null && found.timeline !== null;
  return judged?.isBehind || (same && less(found.written, previous?.written)) ? 'older' : null;
}

async function remembered(em: EntityManager, previous: Previous): Promise<Remembered> {
  const [row] = await em.execute<{ id: string; signs: string }[]>(
    `select greatest(0, (select max(id) from activity), (select max(highest) from removed_activity))::text
       as id, (select last_value from sign_of_life)::text as signs`,
  );
  const { system, timeline, written, tables } = await presentDatabase(em);
  return {
    highestActivityId: row?.id ?? '0',
    signsOfLife: row?.signs ?? '0',
    // Keep the last known value if PostgreSQL doesn't report one today.
    system: system ?? previous?.system ?? null,
    timeline: timeline ?? previous?.timeline ?? null,
    written: written ?? previous?.written ?? null,
    tables,
    removals: await readRemovals(em, previous?.removals),
  };
}

export function createReconcileActivities(deps: Pick<ActivityDeps, 'orm' | 'clock' | 'rules'>) {
  const em = () => deps.orm.em.fork();

  return withHeartbeats({
    /**
     * Judges the database: has a backup been restored, or a replica promoted? Activity records only ever increase
     * (deleted accounts count too), and so do signs of life, including those that write no record. In a physical copy
     * the sequence may be up to 32 signs of life ahead of those that were saved, but then its timeline differs, or less
     * of its log has been written. Unless something is missing, switches go on from here.
     *
     * @param previous what the previous run found; null on the first
     */
    compareWithLastRun: (previous: Previous): Promise<Comparison> =>
      // In one transaction, so that the database that was compared is the one that is judged.
      em().transactional(async (tx) => {
        const found = await remembered(tx, previous);
        const comparedWith = memoryOf(previous);
        const judged = await tx.findOne(JudgedDatabase, { id: 1 }, { refresh: true });
        const [row] = await tx.execute<{ judged: boolean }[]>('select is_judged() as judged');
        const already = row?.judged && comparedWith !== null && judged?.comparedWith === comparedWith;
        const change = already ? null : changeSince(previous, judged, found);
        const log = activityContext.getStore()?.log;
        if (change !== null) {
          log?.error('a restored backup was detected: every open switch starts over', { reason: change });
          return { ...found, restoredAt: await deps.clock(), reason: change, comparedWith };
        }
        if (!already && judged?.movedAt) {
          log?.error('the database has moved, and an operator says that nothing is missing');
          await noteMoved(tx, new Date(await deps.clock()));
          await judge(tx, { comparedWith });
        } else {
          await judge(tx);
        }
        return { ...found, restoredAt: null, comparedWith };
      }),

    /**
     * After a restored backup it isn't known which signs of life were lost, so every open switch starts over. That
     * applies from this commit on; the workers update the rows in the background.
     */
    startOver: ({
      restoredAt,
      reason = 'older',
      comparedWith = null,
      removals = {},
    }: Partial<Pick<Comparison, 'reason' | 'comparedWith' | 'removals'>> & {
      restoredAt: number;
    }): Promise<void> => {
      const { dayMs } = deps.rules;
      return beginRestoration(em(), new Date(restoredAt), reason, { comparedWith, dayMs, removals });
    },

    ...createChores(deps),
  });
}
