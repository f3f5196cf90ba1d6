/**
 * Checks the activity log all the time, some chains a minute, so that a changed record is noticed without anyone asking.
 * `npm run admin -- verify-activity` checks all of it at once.
 */
import type { SignRecord } from './activity-log.ts';
import { BrokenLog } from './entities/broken-log.ts';
import type { Orm } from './orm.ts';
import { type Break, walkChains } from './walk-chains.ts';

const EVERY_MS = 60_000;
/** How many records are enough for one turn. A chain is always read completely. */
const MOST = 2_000;
/** Small, because requests are served at the same time. */
const BATCH = 200;

/** Takes the turn, unless another worker did within the last minute. @returns where to go on; undefined if it did */
async function takeTurn(orm: Orm, now: Date): Promise<{ after: string | null } | undefined> {
  const [turn] = await orm.em
    .fork()
    .execute<{ after: string | null }[]>(
      'update log_check set tried_at = ? where id = 1 and tried_at not between ? and ? returning after',
      [now, new Date(now.getTime() - EVERY_MS), now],
    );
  return turn;
}

/** Notes which of the owners after `after`, up to `last`, have a broken chain, and that they were checked. */
async function noteFound(
  orm: Orm,
  { after, last }: { after: string | null; last: string | null },
  broken: readonly Break[],
  now: Date,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.nativeDelete(BrokenLog, {
      userId: {
        ...(after === null ? {} : { $gt: after }),
        ...(last === null ? {} : { $lte: last }),
        $nin: broken.map(({ userId }) => userId),
      },
    });
    for (const { userId, first } of broken) {
      // An account deleted in the meantime has no log.
      await em.execute(
        `insert into broken_log (user_id, at_first, since) select id, ?, ? from "user" where id = ?
         on conflict (user_id) do update set at_first = excluded.at_first`,
        [first, now, userId],
      );
    }
    await em.execute('update log_check set after = ?, checked_at = ? where id = 1', [last, now]);
  });
}

/**
 * Checks some more chains, if it is time to.
 *
 * @param signers the current secret's, and those of the secrets before it
 * @returns the broken ones that were found; undefined if it wasn't time
 */
export async function checkMoreLogs(
  orm: Orm,
  signers: readonly SignRecord[],
  now: Date,
  { most = MOST } = {},
): Promise<Break[] | undefined> {
  const turn = await takeTurn(orm, now);
  if (!turn) return undefined;
  const { after } = turn;
  const broken: Break[] = [];
  const { last } = await walkChains(orm, signers, { after, most, batch: BATCH }, (found) =>
    broken.push(found),
  );
  await noteFound(orm, { after, last }, broken, now);
  return broken;
}
